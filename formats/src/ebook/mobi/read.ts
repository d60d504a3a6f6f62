// Reads MOBI, AZW, AZW3 (KF8), PRC and PalmDOC, which are Palm databases of records.

import { FormatError } from '../../error.ts';
import type { EmbeddedMetadata } from '../../metadata.ts';
import { ownStyles } from '../epub/styles.ts';
import { ebookLimits, locked } from '../limits.ts';
import { readPlainText } from '../text/plain.ts';
import { addTitlePage } from '../title-page.ts';
import type { EbookOutline, EbookParts, EbookReader, EbookRequest } from '../types.ts';
import { headerOf, type MobiBook, openMobi } from './file/book.ts';
import type { MobiHeader } from './file/header.ts';
import { toMobiMetadata } from './file/metadata.ts';
import { findCoverNumber, MobiResources } from './file/resources.ts';
import { readText } from './file/unpack.ts';
import { splitKf8 } from './text/kf8.ts';
import { splitMobi6 } from './text/mobi6.ts';

/** Text length that each image of a comic is equivalent to. */
const pictureBytes = 2_600;

export const mobiReader: EbookReader = {
  outline({ source, limits }: EbookRequest): EbookOutline {
    const book = openMobi(source);
    const header = headerOf(book);
    const lock = header.isEncrypted || book.first.isEncrypted ? locked() : undefined;
    return {
      format: book.first.version >= 8 ? 'azw3' : 'mobi',
      metadata: readMetadata(book, limits),
      textBytes: isFixed(header) ? (header.exth.number(125) ?? 1) * pictureBytes : header.textBytes,
      hasCover: findCoverNumber(book.records, book.first) !== undefined,
      ...(lock && { lock }),
    };
  },

  readCover({ source }: EbookRequest): Uint8Array | undefined {
    const { records, first } = openMobi(source);
    const number = findCoverNumber(records, first);
    if (number === undefined) return undefined;
    const index = first.firstResource + number - 1;
    return records.sizeOf(index) > ebookLimits.maxResourceBytes ? undefined : records.read(index);
  },

  takeApart({ source, limits }: EbookRequest): EbookParts {
    const book = openMobi(source);
    const metadata = readMetadata(book, limits);
    if (book.isPlain) return splitPlainText(book, metadata);
    const { parts, cover, header } = splitMarkup(book);
    const fixed = isFixed(header);
    return {
      metadata,
      ...parts,
      ...(cover !== undefined && { cover }),
      isFixed: fixed,
      viewport: fixed ? readViewport(header) : undefined,
      progression: metadata.readingDirection === 'rtl' ? 'rtl' : undefined,
    };
  },
};

type Text = Pick<EbookParts, 'documents' | 'resources' | 'toc'>;

/** Reads the KF8 part, or the MOBI 6 part of a joint file with a damaged KF8 part. Adds the cover to the images. */
function splitMarkup({ records, first, kf8 }: MobiBook) {
  const take = (header: MobiHeader, takeApart: (...of: Parameters<typeof splitKf8>) => Text) => {
    const resources = new MobiResources(records, first.firstResource);
    const number = findCoverNumber(records, first);
    const cover = number === undefined ? undefined : resources.find(number);
    return { parts: takeApart(records, header, resources), cover, header };
  };
  if (!kf8) return take(first, splitMobi6);
  try {
    return take(kf8, splitKf8);
  } catch (error) {
    if (kf8 === first || !(error instanceof FormatError)) throw error;
    return take(first, splitMobi6);
  }
}

function readMetadata(book: MobiBook, limits: EbookRequest['limits']): EmbeddedMetadata {
  const header = headerOf(book);
  const stated = toMobiMetadata(header, limits);
  if (stated.title !== undefined) return stated;
  const [name = ''] = new TextDecoder('windows-1252').decode(book.records.name).split('\0');
  const title = name.replaceAll('_', ' ').trim();
  return title === '' ? stated : { ...stated, title };
}

function splitPlainText({ records, first }: MobiBook, metadata: EmbeddedMetadata): EbookParts {
  const text = new TextDecoder(first.encoding).decode(readText(records, first));
  const styles = [ownStyles.name];
  const { documents, toc } = readPlainText(text, styles);
  return {
    metadata,
    documents: addTitlePage(documents, metadata, { cover: undefined, styles }),
    resources: [ownStyles],
    toc,
  };
}

/** Whether EXTH 122 declares a fixed layout. */
const isFixed = ({ exth }: MobiHeader): boolean =>
  Buffer.from(exth.all(122)[0] ?? []).toString('latin1') === 'true';

/** Reads EXTH 126: "1072x1448". */
function readViewport({ exth }: MobiHeader): { width: number; height: number } | undefined {
  const [, width, height] =
    /^(\d{2,5})x(\d{2,5})$/.exec(Buffer.from(exth.all(126)[0] ?? []).toString('latin1')) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

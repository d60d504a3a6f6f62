// Reads HTML in a zip (calibre's htmlz: index.html, style.css, images, metadata.opf), and text in a zip (calibre's txtz).

import type { ArchiveEntry } from '../../archive/entry.ts';
import { type OpenArchive, readEntryNow } from '../../archive/read.ts';
import { orNothing } from '../../epub/archive.ts';
import type { EmbeddedMetadata } from '../../metadata.ts';
import { toEmbeddedMetadata } from '../../opf/embedded.ts';
import { resolveHref } from '../../opf/href.ts';
import { parseOpf } from '../../opf/parse.ts';
import { ownStyles } from '../epub/styles.ts';
import { damaged, ebookLimits, tooLarge } from '../limits.ts';
import { filterSheet } from '../markup/css.ts';
import { sourceOf } from '../markup/sanitize.ts';
import { toPartNumber } from '../part-number.ts';
import { Pictures } from '../pictures.ts';
import { decodeText, findCharset } from '../text/decode.ts';
import { readPlainText } from '../text/plain.ts';
import { addTitlePage } from '../title-page.ts';
import type { EbookOutline, EbookParts, EbookReader, EbookRequest, EbookResource } from '../types.ts';
import { readHtml } from './documents.ts';
import { findBase, listPages, listTexts, type ZippedText } from './find.ts';

interface Opened {
  archive: OpenArchive;
  kind: ZippedText;
  /** Folder prefix of the names of all files of the book. */
  base: string;
  byName: ReadonlyMap<string, ArchiveEntry>;
  metadata: EmbeddedMetadata | null;
}

function open({ archive, limits }: EbookRequest): Opened {
  if (!archive) throw damaged('The book is not in an archive');
  const { entries } = archive.index;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const base = findBase(archive.index);
  const opf = byName.get(`${base}metadata.opf`);
  const metadata =
    opf &&
    orNothing(() => toEmbeddedMetadata(parseOpf(readEntryNow(archive, opf), limits, { onRepair() {} })));
  const kind = listPages(archive.index).length > 0 ? 'html' : 'text';
  return { archive, kind, base, byName, metadata: metadata ?? null };
}

const read = (
  archive: OpenArchive,
  entry: ArchiveEntry,
  maxBytes: number = ebookLimits.maxTextBytes,
): Uint8Array => {
  if (entry.sizeBytes > maxBytes) throw tooLarge();
  return readEntryNow(archive, entry);
};

const findCover = ({ base, byName }: Opened): ArchiveEntry | undefined =>
  ['cover.jpg', 'cover.jpeg', 'cover.png'].flatMap((name) => byName.get(base + name) ?? [])[0];

const textsOf = ({ archive, kind }: Opened): ArchiveEntry[] =>
  kind === 'html' ? listPages(archive.index) : listTexts(archive.index);

export const zippedTextReader: EbookReader = {
  outline(request): EbookOutline {
    const opened = open(request);
    const textBytes = textsOf(opened).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { metadata: opened.metadata, textBytes, hasCover: findCover(opened) !== undefined };
  },

  readCover(request): Uint8Array | undefined {
    const opened = open(request);
    const cover = findCover(opened);
    return cover && read(opened.archive, cover, ebookLimits.maxResourceBytes);
  },

  async takeApart(request): Promise<EbookParts> {
    const opened = open(request);
    const { archive, metadata } = opened;
    const cover = findCover(opened);
    const pictures = new Pictures();
    const paths = new Map<string, string | undefined>();
    const take = (entry: ArchiveEntry): string | undefined => {
      if (!paths.has(entry.name)) {
        const bytes = orNothing(() => read(archive, entry, ebookLimits.maxResourceBytes));
        paths.set(entry.name, bytes && pictures.add(toPartNumber(paths.size + 1), bytes));
      }
      return paths.get(entry.name);
    };
    const coverPath = cover && take(cover);
    const { documents, toc, styles } = await (opened.kind === 'html' ? readPages : readText)(opened, take);
    if (documents.length === 0) throw damaged('The book has no text');
    return {
      metadata,
      documents: addTitlePage(documents, metadata ?? {}, { cover: coverPath, styles: [ownStyles.name] }),
      resources: [ownStyles, ...styles, ...pictures.list],
      toc,
      cover: coverPath,
    };
  },
};

type Text = Pick<EbookParts, 'documents' | 'toc'> & { styles: EbookResource[] };
type Take = (entry: ArchiveEntry) => string | undefined;

async function readPages(opened: Opened, take: Take): Promise<Text> {
  const { archive, byName } = opened;
  const pages = [];
  for (const [i, entry] of textsOf(opened).entries()) {
    const bytes = read(archive, entry);
    const html = await decodeText(bytes, findCharset(bytes));
    pages.push({ name: `text/${toPartNumber(i + 1)}`, html, path: entry.name });
  }
  const styles = await readStyles(opened);
  const resolve = (href: string, { path = '' }: { path?: string }) => {
    const target = resolveHref(href, path);
    return target && { path: target.name, fragment: target.fragment };
  };
  const parts = readHtml(pages, {
    hasStyles: styles.length > 0,
    styles: [ownStyles.name, ...styles.map(({ name }) => name)],
    resolve,
    image(attributes, page) {
      const target = resolve(sourceOf(attributes) ?? '', page);
      const entry = target && byName.get(target.path);
      const picture = entry && take(entry);
      return picture === undefined ? undefined : `../${picture}`;
    },
  });
  return { ...parts, styles };
}

async function readText(opened: Opened): Promise<Text> {
  const [entry] = textsOf(opened);
  if (!entry) throw damaged('The book has no text');
  const text = await decodeText(read(opened.archive, entry));
  return { ...readPlainText(text, [ownStyles.name]), styles: [] };
}

/** Returns the style sheets of the book without addresses. */
async function readStyles({ archive }: Opened): Promise<EbookResource[]> {
  const sheets = archive.index.entries.filter(({ name }) => /\.css$/i.test(name)).slice(0, 20);
  const styles: EbookResource[] = [];
  for (const [i, entry] of sheets.entries()) {
    const bytes = orNothing(() => read(archive, entry, ebookLimits.maxResourceBytes));
    if (!bytes) continue;
    const css = filterSheet(await decodeText(bytes));
    styles.push({ name: `styles/${i + 1}.css`, mediaType: 'text/css', bytes: Buffer.from(css) });
  }
  return styles;
}

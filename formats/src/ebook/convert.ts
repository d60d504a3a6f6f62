// Converts text books to EPUB when they are opened for the first time. The result is deterministic.
import { readArchiveIndex } from '../archive/open.ts';
import { readEpubBook } from '../book/epub.ts';
import { type BookContent, converterVersion } from '../content.ts';
import { countPositions, readingOrderOf } from '../epub/structure.ts';
import { FormatError } from '../error.ts';
import { computeFingerprint } from '../hash/fingerprint.ts';
import { bytesSource } from '../source.ts';
import { writeEpub } from './epub/write-epub.ts';
import { damaged } from './limits.ts';
import { openEbook } from './open.ts';
import { countTextPositions, sharePositions } from './positions.ts';
import type { EbookRequest } from './types.ts';

export interface ConvertedEbook {
  epub: Uint8Array;
  /** Content of the EPUB with its entries. */
  content: BookContent;
  pageCount: number;
}

/**
 * Converts a book to EPUB. Throws FormatError `parser` for unreadable files, with reason `encrypted` for protected books, and
 * `format_detection` for files of other formats.
 */
export async function convertEbook(request: EbookRequest): Promise<ConvertedEbook> {
  const { epub, textBytes } = await writeBook(request);
  const { content, faults } = readConverted(epub, request);
  if (!content?.epub) throw faults[0] ?? damaged('The book has no text');
  // A book whose pages are images has these pages.
  if (content.pages.length > 0) return { epub, pageCount: content.pages.length, content };
  const total = countTextPositions(textBytes, request.limits.maxPages);
  const spine = readingOrderOf(content.epub);
  const lengths = new Map(content.resources.map(({ name, sizeBytes }) => [name, sizeBytes]));
  const shares = sharePositions(
    spine.map(({ name }) => lengths.get(name) ?? 0),
    total,
  );
  for (const [i, item] of spine.entries()) item.positions = shares[i] ?? 1;
  return { epub, pageCount: countPositions(content.epub), content };
}

/** A separate function, which releases the parts of the book before the EPUB is read. */
async function writeBook(request: EbookRequest): Promise<{ epub: Uint8Array; textBytes: number }> {
  const { request: opened, load } = openEbook(request);
  const reader = await load();
  const { lock, textBytes } = await reader.outline(opened);
  if (lock) throw lock;
  const parts = await reader.takeApart(opened);
  return { epub: writeEpub(parts, toIdentifier(computeFingerprint(request.source))), textBytes };
}

function readConverted(epub: Uint8Array, { limits }: EbookRequest) {
  const source = bytesSource(epub);
  const { content, faults } = readEpubBook({
    source,
    limits,
    index: readArchiveIndex(source, limits, 'zip'),
  });
  const made: BookContent | null = content && { ...content, container: 'ebook', madeBy: converterVersion };
  return { faults, content: made };
}

/** Returns a URN of the content, which is the same for the same file. */
function toIdentifier(fingerprint: string): string {
  const a = fingerprint.slice(0, 8);
  const b = fingerprint.slice(8, 12);
  const c = `8${fingerprint.slice(13, 16)}`;
  const d = `8${fingerprint.slice(17, 20)}`;
  const e = fingerprint.slice(20, 32);
  return `urn:uuid:${a}-${b}-${c}-${d}-${e}`;
}

/** Returns the cover of a book. Throws FormatError `thumbnail` for a book without images. */
export async function readEbookCover(request: EbookRequest): Promise<Uint8Array> {
  const { request: opened, load } = openEbook(request);
  const cover = await (await load()).readCover(opened);
  if (cover) return cover;
  throw new FormatError('thumbnail', 'The book has no picture');
}

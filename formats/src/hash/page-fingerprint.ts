// Identifies a book by its pages: metadata, file names and compression do not count. Uses the sizes and checksums that
// an archive's index contains, so no page is read.
import { hash } from 'node:crypto';
import type { BookContent, StoredEntry, StoredPage } from '../content.ts';

interface Sized {
  sizeBytes: number;
  crc32?: number | null | undefined;
}

/** Size and CRC-32 of an entry. Undefined without a checksum; encrypted entries of zip store 0. */
function toMark({ sizeBytes, crc32 }: Sized): string | undefined {
  return crc32 === undefined || crc32 === null || (crc32 === 0 && sizeBytes > 0)
    ? undefined
    : `${sizeBytes}:${crc32}`;
}

/** Returns a SHA-256 in base64url over the entries in order. Null if they are empty or a checksum is missing. */
export function computePageFingerprint(entries: readonly Sized[]): string | null {
  const marks = entries.map(toMark);
  if (marks.includes(undefined) || !entries.some(({ sizeBytes }) => sizeBytes > 0)) return null;
  return hash('sha256', marks.join('\n'), 'base64url');
}

/**
 * The entries that are the book: its pages, or the documents of an EPUB's spine and its images. The cover of an EPUB is
 * left out, because editors of metadata replace it.
 */
export function listBookEntries({ pages, resources, cover, epub }: BookContent): StoredEntry[][] {
  if (pages.length > 0 || !epub) return [pages];
  const spine = new Set(epub.spine.map(({ name }) => name));
  const replaced = cover && 'resource' in cover ? resources[cover.resource] : undefined;
  const isImage = (entry: StoredEntry) => entry.mediaType.startsWith('image/') && entry !== replaced;
  return [resources.filter(({ name }) => spine.has(name)), resources.filter(isImage)];
}

/** Common pages of fewer than this number may be credits or advertisements. */
const minCommonPages = 4;
/** Share of the pages, and of their bytes, that versions of a book have in common. */
const minCommonShare = 0.8;
/** The same for one more page: pages of a banner and of credits around a long page are common to many books. */
const minExtendedShare = 0.5;
/** Share of different sizes among the pages of a book that is identified by sizes only. */
const minSizesShare = 0.75;

/**
 * Share of the larger of two versions of a book that both contain, 0 to 1: of pages, or of the text and the images of
 * EPUBs, whichever is smaller. Counts entries and bytes. Undefined for different books, and if too little can be
 * compared. One more page at the start or the end is a version of any book of two pages. Pages without checksums, as in
 * tar archives and image folders, are compared by their sizes.
 */
export function findVersionShare(a: BookContent, b: BookContent): number | undefined {
  const own = listBookEntries(a);
  const other = listBookEntries(b);
  if (own.length !== other.length) return undefined;
  if (own.length === 1) return findPagedShare(a.pages, b.pages);
  let least = 1;
  for (const [i, entries] of own.entries()) {
    const others = other[i] ?? [];
    if (entries.length + others.length > 0) least = Math.min(least, computeShare(entries, others));
    else if (i === 0) return undefined;
  }
  return least >= minCommonShare ? least : undefined;
}

function findPagedShare(a: readonly StoredPage[], b: readonly StoredPage[]): number | undefined {
  if ([...a, ...b].some((page) => toMark(page) === undefined)) {
    const key = toSizesKey(a);
    return key !== undefined && key === toSizesKey(b) ? 1 : undefined;
  }
  const [smaller, larger] = a.length <= b.length ? [a, b] : [b, a];
  const share = computeShare(smaller, larger);
  if (share >= minCommonShare && takeCommon(smaller, larger).length >= minCommonPages) return share;
  const isExtended =
    smaller.length >= 2 &&
    larger.length === smaller.length + 1 &&
    share >= minExtendedShare &&
    [0, 1].some((from) => smaller.every((page, i) => toMark(page) === toMark(larger[from + i] ?? page)));
  return isExtended ? share : undefined;
}

const toSize = ({ sizeBytes, width, height }: StoredPage): string => `${sizeBytes}:${width}x${height}`;

/**
 * Identifies pages by their sizes in order. Undefined if the sizes are so equal that two books may share them by chance,
 * as for the pages of PDFs.
 */
function toSizesKey(pages: readonly StoredPage[]): string | undefined {
  const different = new Set(pages.filter(({ sizeBytes }) => sizeBytes > 0).map(toSize)).size;
  return different >= Math.max(minCommonPages, pages.length * minSizesShare)
    ? hash('sha256', pages.map(toSize).join('\n'), 'base64url')
    : undefined;
}

function computeShare(own: readonly StoredEntry[], other: readonly StoredEntry[]): number {
  const common = takeCommon(own, other);
  const bytes = sumBytes(common) / Math.max(1, sumBytes(own), sumBytes(other));
  return Math.min(bytes, common.length / Math.max(1, own.length, other.length));
}

function takeCommon(own: readonly StoredEntry[], other: readonly StoredEntry[]): StoredEntry[] {
  const left = new Map<string, number>();
  for (const entry of other) {
    const mark = toMark(entry);
    if (mark !== undefined) left.set(mark, (left.get(mark) ?? 0) + 1);
  }
  return own.filter((entry) => {
    const mark = toMark(entry);
    const count = mark === undefined ? 0 : (left.get(mark) ?? 0);
    if (mark !== undefined && count > 0) left.set(mark, count - 1);
    return count > 0;
  });
}

const sumBytes = (entries: readonly StoredEntry[]): number =>
  entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Entries per sketch: enough that books with most pages in common share one almost certainly. */
const sketchSize = 16;

/**
 * The largest entries: books that share most of their pages share most of these. Also the sizes of all pages, if they
 * identify a book. Finds books to compare.
 */
export function toSketch(content: BookContent): string[] {
  const largest = (listBookEntries(content)[0] ?? [])
    .toSorted((a, b) => b.sizeBytes - a.sizeBytes)
    .slice(0, sketchSize);
  return [...largest.map(toMark), toSizesKey(content.pages)].filter((mark) => mark !== undefined);
}

/**
 * Identifies a PDF by the permanent identifier that its first writer assigned (ISO 32000-1, 14.4), which edits of the
 * metadata keep, and the sizes of its pages. Null without a usable identifier.
 */
export function computePdfFingerprint(
  identifier: Uint8Array | undefined,
  pages: readonly { width: number | null; height: number | null }[],
): string | null {
  if (!identifier || identifier.length < 16 || new Set(identifier).size < 6) return null;
  const sizes = pages.map(({ width, height }) => `${width}x${height}`).join('\n');
  return hash('sha256', `pdf ${Buffer.from(identifier).toString('hex')}\n${sizes}`, 'base64url');
}

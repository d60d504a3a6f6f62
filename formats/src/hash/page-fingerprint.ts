// Identifies a book by its pages: metadata, file names and compression do not count. Uses the sizes and checksums that
// an archive's index contains, so no page is read.
import { hash } from 'node:crypto';
import type { BookContent, StoredEntry } from '../content.ts';

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
export const minCommonShare = 0.8;

/**
 * Share of the larger of two books that both contain, 0 to 1: of pages, or of the text and the images of EPUBs,
 * whichever is smaller. Counts entries and bytes. 0 if too little can be compared.
 */
export function computeCommonShare(a: BookContent, b: BookContent): number {
  const groups = [listBookEntries(a), listBookEntries(b)] as const;
  if (groups[0].length !== groups[1].length) return 0;
  const isPaged = groups[0].length === 1;
  let share = 1;
  for (const [i, own] of groups[0].entries()) {
    const other = groups[1][i] ?? [];
    if (own.length + other.length === 0) {
      if (i === 0) return 0;
      continue;
    }
    const common = takeCommon(own, other);
    if (isPaged && common.length < minCommonPages) return 0;
    const bytes = sumBytes(common) / Math.max(1, sumBytes(own), sumBytes(other));
    share = Math.min(share, bytes, common.length / Math.max(own.length, other.length));
  }
  return share;
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

/** The largest entries: books that share most of their pages share most of these. Finds books to compare. */
export const toSketch = (content: BookContent): string[] =>
  (listBookEntries(content)[0] ?? [])
    .toSorted((a, b) => b.sizeBytes - a.sizeBytes)
    .slice(0, sketchSize)
    .flatMap((entry) => toMark(entry) ?? []);

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

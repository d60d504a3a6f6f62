// Compares the page hashes of all books: finds similar comics, and pages repeated at the start or end of different
// books.

import { Groups } from '#infrastructure/groups.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { findNeighbours } from './neighbours.ts';
import { type PageTable, toHashWords } from './page-table.ts';
import { compareBooks, type Likeness, samePageBits } from './similar-books.ts';

export interface SimilarPair extends Likeness {
  /** The older id comes first. */
  bookId: string;
  otherId: string;
}

export interface Occurrence {
  bookId: string;
  pageNumber: number;
}

export interface RepeatedPage {
  libraryId: string;
  hash: Uint8Array;
  occurrences: Occurrence[];
}

/** Skipping a page requires fewer differing bits than recognizing another scan of a book. */
export const repeatedPageBits = 10;
/** A page is repeated if it occurs in this many different books of a series or library. */
const minInSeries = 3;
const minInLibrary = 5;
/** Maximum pairs per book: a thousand copies would make a million pairs. */
const maxPairs = 20;
const maxCandidates = 1_000_000;
const bookBits = 2 ** 26;

export async function compare(
  pages: PageTable,
  signal: AbortSignal,
): Promise<{ pairs: SimilarPair[]; repeats: RepeatedPage[] }> {
  const candidates = new Set<number>();
  const repeated = new Groups(pages.length);
  await findNeighbours({
    pages,
    maxBits: samePageBits,
    signal,
    onPair(a, b, bits) {
      const [first, second] = [pages.bookOf(a), pages.bookOf(b)].sort((x, y) => x - y);
      if (first === undefined || second === undefined || first === second) return;
      if (candidates.size < maxCandidates) candidates.add(first * bookBits + second);
      const isSameLibrary = pages.books[first]?.libraryId === pages.books[second]?.libraryId;
      if (bits <= repeatedPageBits && isSameLibrary && isAtEnds(pages, a) && isAtEnds(pages, b))
        repeated.join(a, b);
    },
  });
  const { pairs, editions } = await comparePairs(pages, candidates, signal);
  return { pairs, repeats: await findRepeats(pages, { repeated, editions }, signal) };
}

const isAtEnds = (pages: PageTable, page: number): boolean => pages.zoneOf(page) !== 'middle';

/** Returns similar pairs. `editions` groups all books with the same content, including copies. */
async function comparePairs(
  pages: PageTable,
  candidates: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<{ pairs: SimilarPair[]; editions: Groups }> {
  const yieldIfDue = createYielder();
  const editions = new Groups(pages.books.length);
  const pairs: SimilarPair[] = [];
  const counts = new Map<string, number>();
  for (const key of candidates) {
    await yieldIfDue();
    signal.throwIfAborted();
    const first = Math.floor(key / bookBits);
    const second = key % bookBits;
    const book = pages.books[first];
    const other = pages.books[second];
    if (!book || !other) continue;
    // Copies are recognized by the hash of the file.
    const isCopy = book.fileHash === other.fileHash;
    const likeness = isCopy ? undefined : compareBooks(pages, first, second);
    if (isCopy || likeness) editions.join(first, second);
    if (!likeness) continue;
    const count = Math.max(counts.get(book.id) ?? 0, counts.get(other.id) ?? 0);
    if (count >= maxPairs) continue;
    for (const { id } of [book, other]) counts.set(id, (counts.get(id) ?? 0) + 1);
    const [bookId, otherId] = book.id < other.id ? [book.id, other.id] : [other.id, book.id];
    pairs.push({ bookId, otherId, ...likeness });
  }
  return { pairs, editions };
}

async function findRepeats(
  pages: PageTable,
  { repeated, editions }: { repeated: Groups; editions: Groups },
  signal: AbortSignal,
): Promise<RepeatedPage[]> {
  const yieldIfDue = createYielder();
  const members = new Map<number, number[]>();
  for (let page = 0; page < pages.length; page++) {
    const root = repeated.rootOf(page);
    // Most pages have no match.
    if (root !== page)
      members
        .set(root, members.get(root) ?? [root])
        .get(root)
        ?.push(page);
    await yieldIfDue();
  }
  const repeats: RepeatedPage[] = [];
  for (const group of members.values()) {
    await yieldIfDue();
    signal.throwIfAborted();
    const hash = toTypicalHash(pages, group);
    const wanted = toHashWords(hash);
    const same = group.filter((page) => isLike(pages, page, wanted));
    if (isRepeated(pages, same, editions)) repeats.push(toRepeated(pages, same, hash));
  }
  return repeats;
}

const isLike = (pages: PageTable, page: number, hash: readonly number[]): boolean =>
  pages.countBitsFrom(page, hash, repeatedPageBits) <= repeatedPageBits;

/** The most frequent hash. */
function toTypicalHash(pages: PageTable, group: readonly number[]): Uint8Array {
  const byHash = Map.groupBy(group, (page) => Buffer.from(pages.hashOf(page)).toString('hex'));
  const [most] = [...byHash.values()].sort((a, b) => b.length - a.length);
  return pages.hashOf(most?.[0] ?? 0);
}

/** Two editions of one book count as one, because all of their pages are equal. */
function isRepeated(pages: PageTable, same: readonly number[], editions: Groups): boolean {
  const inSeries = new Map<string, Set<number>>();
  const inLibrary = new Set<number>();
  for (const page of same) {
    const book = pages.bookOf(page);
    const edition = editions.rootOf(book);
    const { seriesId = '' } = pages.books[book] ?? {};
    inSeries.set(seriesId, (inSeries.get(seriesId) ?? new Set()).add(edition));
    inLibrary.add(edition);
  }
  return inLibrary.size >= minInLibrary || [...inSeries.values()].some(({ size }) => size >= minInSeries);
}

function toRepeated(pages: PageTable, same: readonly number[], hash: Uint8Array): RepeatedPage {
  const { libraryId = '' } = pages.books[pages.bookOf(same[0] ?? 0)] ?? {};
  return { libraryId, hash, occurrences: same.map((page) => toOccurrence(pages, page)) };
}

const toOccurrence = (pages: PageTable, page: number): Occurrence => ({
  bookId: pages.books[pages.bookOf(page)]?.id ?? '',
  pageNumber: pages.numberOf(page),
});

/** Finds the occurrences of a page for which a user has made a decision. */
export async function findOccurrences(
  pages: PageTable,
  { libraryId, hash }: { libraryId: string; hash: Uint8Array },
): Promise<Occurrence[]> {
  const yieldIfDue = createYielder();
  const wanted = toHashWords(hash);
  const found: Occurrence[] = [];
  for (let page = 0; page < pages.length; page++) {
    if (page % 1024 === 0) await yieldIfDue();
    if (!isLike(pages, page, wanted)) continue;
    if (pages.books[pages.bookOf(page)]?.libraryId !== libraryId || !isAtEnds(pages, page)) continue;
    found.push(toOccurrence(pages, page));
  }
  return found;
}

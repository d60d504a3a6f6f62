// Groups books that are probably formats of one book, among those that share a title, a number or an id. Pure.
import type { SameBookReason } from '@lectern/contract/libraries/same-books';
import { chunks } from '#infrastructure/chunks.ts';
import { Groups } from '#infrastructure/groups.ts';
import { createYielder } from '#infrastructure/yield.ts';

export interface Candidate {
  id: string;
  fileFormat: string;
  seriesId: string;
  titleKey: string;
  seriesTitleKey: string;
  /**
   * Null if neither the file name nor the metadata contains a number. The position of the file in its folder does not
   * count.
   */
  number: number | null;
  volume: number | null;
  year: number | null;
  reason: Exclude<SameBookReason, 'dismissed'>;
  /** The shared term: the id for the reason `external_id`; an author or null for `title`. */
  termId: string | null;
}

export interface SameBooks {
  reason: SameBookReason;
  ids: string[];
}

interface Pair {
  bookId: string;
  otherId: string;
}

/** Books to process before yielding to the event loop. */
const atOnce = 500;
/** Maximum number of books compared with each other per shared value. */
const maxCompared = 100;

export const toPairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/**
 * Groups with at least two formats, ordered by title. `dismissed` contains the keys of pairs that are different books.
 */
export async function groupSameBooks(
  candidates: readonly Candidate[],
  dismissed: ReadonlySet<string>,
): Promise<SameBooks[]> {
  const yieldIfDue = createYielder();
  const surest = new Map<string, Candidate>();
  const pairs: Pair[] = [];
  for (const bucket of (await fillBuckets(candidates, yieldIfDue)).values()) {
    await yieldIfDue();
    const books = [...new Map(bucket.map((book) => [book.id, book])).values()].slice(0, maxCompared);
    for (const [i, a] of books.entries())
      for (const b of books.slice(i + 1)) {
        if (!mayBeSame(a, b) || dismissed.has(toPairKey(a.id, b.id))) continue;
        pairs.push({ bookId: a.id, otherId: b.id });
        for (const book of [a, b]) if (rank(book) < rank(surest.get(book.id))) surest.set(book.id, book);
      }
  }
  return joinPairs(pairs)
    .map((ids) => ids.flatMap((id) => surest.get(id) ?? []))
    .filter((books) => new Set(books.map(({ fileFormat }) => fileFormat)).size > 1)
    .map((books) => books.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a.id, b.id)))
    .sort((a, b) => compareTexts(a[0]?.titleKey, b[0]?.titleKey) || compareTexts(a[0]?.id, b[0]?.id))
    .map((books) => ({ reason: books[0]?.reason ?? 'title', ids: books.map(({ id }) => id).sort() }));
}

export const groupDismissed = (pairs: readonly Pair[]): SameBooks[] =>
  joinPairs(pairs).map((ids) => ({ reason: 'dismissed', ids: ids.sort() }));

/** Joins pairs into groups of ids. */
function joinPairs(pairs: readonly Pair[]): string[][] {
  const ids = [...new Set(pairs.flatMap(({ bookId, otherId }) => [bookId, otherId]))];
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const groups = new Groups(ids.length);
  for (const { bookId, otherId } of pairs) groups.join(placeOf.get(bookId) ?? 0, placeOf.get(otherId) ?? 0);
  return [...Map.groupBy(ids, (id) => groups.rootOf(placeOf.get(id) ?? 0)).values()];
}

/** Books by shared value. */
async function fillBuckets(
  candidates: readonly Candidate[],
  yieldIfDue: () => Promise<void>,
): Promise<Map<string, Candidate[]>> {
  const buckets = new Map<string, Candidate[]>();
  for (const part of chunks(candidates, atOnce)) {
    for (const book of part)
      for (const key of toKeys(book)) {
        const bucket = buckets.get(key);
        if (bucket) bucket.push(book);
        else buckets.set(key, [book]);
      }
    await yieldIfDue();
  }
  return buckets;
}

function toKeys({ reason, titleKey, seriesId, seriesTitleKey, number, termId }: Candidate): string[] {
  const toKey = (...parts: (string | number)[]): string => JSON.stringify([reason, ...parts]);
  if (reason === 'number') return number === null ? [] : [toKey(seriesTitleKey, number)];
  if (reason === 'external_id') return termId === null ? [] : [toKey(termId)];
  const ofSeries = toKey('series', titleKey, seriesId);
  return termId === null ? [ofSeries] : [ofSeries, toKey('author', titleKey, termId)];
}

function mayBeSame(a: Candidate, b: Candidate): boolean {
  // Books of one series with a common author are compared under that author.
  if (areOther(a.volume, b.volume) || areOther(a.termId, b.termId)) return false;
  if (a.seriesTitleKey === b.seriesTitleKey && areOther(a.number, b.number)) return false;
  // Series with the same title but different years are different runs.
  return a.reason !== 'number' || a.seriesId === b.seriesId || !areOther(a.year, b.year);
}

const areOther = <T>(a: T | null, b: T | null): boolean => a !== null && b !== null && a !== b;

const ranks = { external_id: 0, title: 1, number: 2 };
const rank = (book: Candidate | undefined): number => (book ? ranks[book.reason] : Number.POSITIVE_INFINITY);

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

// Which books are one book in several formats, among those that share a title, a number or an id. Pure.
import type { SameBookReason } from '@lectern/contract/same-books';
import { createYielder } from '#infrastructure/yield.ts';

export interface Candidate {
  id: string;
  fileFormat: string;
  seriesId: string;
  titleKey: string;
  seriesTitleKey: string;
  /** Null where neither its name nor its metadata has one: by its place among the files of the folder it says nothing. */
  number: number | null;
  volume: number | null;
  year: number | null;
  reason: Exclude<SameBookReason, 'dismissed'>;
  /** What it shares with others: a term of the reason `external_id`; of `title` an author, or null. */
  termId: string | null;
}

export interface SameBooks {
  reason: SameBookReason;
  ids: string[];
}

/** Of books that share something, so many are compared with each other. */
const maxCompared = 100;

export const toPairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Groups with at least two formats, by title. `dismissed` has keys of pairs that are different books. */
export async function groupSameBooks(
  candidates: readonly Candidate[],
  dismissed: ReadonlySet<string>,
): Promise<SameBooks[]> {
  const yieldIfDue = createYielder();
  const sets = new DisjointSets();
  const found = new Map<string, Candidate>();
  const buckets = Map.groupBy(candidates.flatMap(toEntries), ([key]) => key);
  for (const bucket of buckets.values()) {
    await yieldIfDue();
    const books = [...new Map(bucket.map(([, book]) => [book.id, book])).values()].slice(0, maxCompared);
    for (const [i, a] of books.entries())
      for (const b of books.slice(i + 1)) {
        if (!mayBeSame(a, b) || dismissed.has(toPairKey(a.id, b.id))) continue;
        sets.join(a.id, b.id);
        for (const book of [a, b]) if (rank(book) < rank(found.get(book.id))) found.set(book.id, book);
      }
  }
  return [...Map.groupBy(found.values(), ({ id }) => sets.findRoot(id)).values()]
    .filter((books) => new Set(books.map(({ fileFormat }) => fileFormat)).size > 1)
    .map((books) => books.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a.id, b.id)))
    .sort((a, b) => compareTexts(a[0]?.titleKey, b[0]?.titleKey) || compareTexts(a[0]?.id, b[0]?.id))
    .map((books) => ({ reason: books[0]?.reason ?? 'title', ids: books.map(({ id }) => id).sort() }));
}

/** Groups of pairs. */
export function groupPairs(pairs: readonly { bookId: string; otherId: string }[]): SameBooks[] {
  const sets = new DisjointSets();
  for (const { bookId, otherId } of pairs) sets.join(bookId, otherId);
  const ids = new Set(pairs.flatMap(({ bookId, otherId }) => [bookId, otherId]));
  return [...Map.groupBy(ids, (id) => sets.findRoot(id)).values()].map((group) => ({
    reason: 'dismissed',
    ids: group.sort(),
  }));
}

/** What it shares with others, in the form of keys. */
function toEntries(book: Candidate): [string, Candidate][] {
  const { reason, titleKey, seriesId, seriesTitleKey, number, termId } = book;
  const toKey = (...parts: (string | number)[]): string => JSON.stringify([reason, ...parts]);
  if (reason === 'number') return number === null ? [] : [[toKey(seriesTitleKey, number), book]];
  if (reason === 'external_id') return termId === null ? [] : [[toKey(termId), book]];
  const ofSeries: [string, Candidate] = [toKey('series', titleKey, seriesId), book];
  return termId === null ? [ofSeries] : [ofSeries, [toKey('author', titleKey, termId), book]];
}

function mayBeSame(a: Candidate, b: Candidate): boolean {
  // Of one series: whoever they have in common is compared under that name.
  if (areOther(a.volume, b.volume) || areOther(a.termId, b.termId)) return false;
  if (a.seriesTitleKey === b.seriesTitleKey && areOther(a.number, b.number)) return false;
  // Series of one title may be of other years: other runs.
  return a.reason !== 'number' || a.seriesId === b.seriesId || !areOther(a.year, b.year);
}

const areOther = <T>(a: T | null, b: T | null): boolean => a !== null && b !== null && a !== b;

const ranks = { external_id: 0, title: 1, number: 2 };
const rank = (book: Candidate | undefined): number => (book ? ranks[book.reason] : Number.POSITIVE_INFINITY);

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

class DisjointSets {
  readonly #parents = new Map<string, string>();

  findRoot(id: string): string {
    let root = id;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    if (root !== id) this.#parents.set(id, root);
    return root;
  }

  join(a: string, b: string): void {
    const [rootA, rootB] = [this.findRoot(a), this.findRoot(b)];
    if (rootA !== rootB) this.#parents.set(rootB, rootA);
  }
}

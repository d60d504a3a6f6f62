// Matches source books to local books: by path below the mapped folder, else by content, else by name and size.

import type { TheirBook } from '#features/import/sources/index.ts';
import { toLastName } from '#infrastructure/files/names.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { matchSeries, type SeriesMatches } from './match-series.ts';

export interface OurBook {
  id: string;
  /** Id of the book that lists show. Differs from `id` for additional formats. */
  entryId: string;
  seriesId: string;
  rootPath: string;
  /** Relative to the root, with slashes. */
  path: string;
  fileName: string;
  fileSize: number;
  readerHash: string | null;
}

export interface LocatedBook {
  book: TheirBook;
  /** Local folder that the source folder maps to. Undefined if none was found. */
  root: string | undefined;
  /** Path relative to the folder. */
  relative: string;
}

type Match = Pick<OurBook, 'id' | 'entryId' | 'seriesId'>;

export interface Matches {
  /** Local books by source id. */
  books: ReadonlyMap<string, Match>;
  series: SeriesMatches;
  missing: readonly LocatedBook[];
}

/** File systems normalize Unicode differently. */
const toKey = (...parts: (string | number)[]): string => parts.join('\0').normalize('NFC');

type YieldToEventLoop = () => Promise<void>;

/** Consumes local books one at a time and stores only ids of matches. */
export async function matchBooks(
  theirs: readonly LocatedBook[],
  ours: Iterable<OurBook> | AsyncIterable<OurBook>,
  yieldToEventLoop: YieldToEventLoop = createYielder(),
): Promise<Matches> {
  const books = new Map<string, Match>();
  const byRoot = await filePaths(theirs, yieldToEventLoop);
  const left: OurBook[] = [];
  for await (const book of ours) {
    const found = byRoot.get(toKey(book.rootPath))?.get(toKey(book.path));
    if (found === undefined) left.push(book);
    else for (const id of typeof found === 'string' ? [found] : found) books.set(id, toMatch(book));
    await yieldToEventLoop();
  }
  byRoot.clear();
  for (const { ofTheirs, ofOurs } of keys) matchUnique(theirs, left, { books, ofTheirs, ofOurs });
  return {
    books,
    series: await matchSeries(
      theirs.map(({ book }) => book),
      books,
      yieldToEventLoop,
    ),
    missing: theirs.filter(({ book }) => !books.has(book.id)),
  };
}

/** Source ids by local folder and relative path. Several books may have the same path if one is in the trash. */
async function filePaths(
  theirs: readonly LocatedBook[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Map<string, Map<string, string | string[]>>> {
  const byRoot = new Map<string, Map<string, string | string[]>>();
  for (const { book, root, relative } of theirs) {
    if (root === undefined) continue;
    const key = toKey(root);
    const byPath = byRoot.get(key) ?? new Map<string, string | string[]>();
    const path = toKey(relative);
    const known = byPath.get(path);
    byRoot.set(key, byPath.set(path, known === undefined ? book.id : [known, book.id].flat()));
    await yieldToEventLoop();
  }
  return byRoot;
}

/** Keeps only the ids, because paths of a large library need too much memory. */
const toMatch = ({ id, entryId, seriesId }: OurBook): Match => ({ id, entryId, seriesId });

/** Identifies a file independent of its path. Undefined if unknown. */
const keys: {
  ofTheirs(placed: LocatedBook): string | undefined;
  ofOurs(book: OurBook): string | undefined;
}[] = [
  {
    ofTheirs: ({ book }) => (book.readerHash ? toKey(book.readerHash, book.sizeBytes) : undefined),
    ofOurs: (book) => (book.readerHash ? toKey(book.readerHash, book.fileSize) : undefined),
  },
  {
    ofTheirs: ({ book }) => toKey(toLastName(book.path), book.sizeBytes),
    ofOurs: (book) => toKey(book.fileName, book.fileSize),
  },
];

interface Matching {
  books: Map<string, Match>;
  ofTheirs(placed: LocatedBook): string | undefined;
  ofOurs(book: OurBook): string | undefined;
}

/** Matches remaining books by keys that are unique on both sides. */
function matchUnique(
  theirs: readonly LocatedBook[],
  ours: readonly OurBook[],
  { books, ofTheirs, ofOurs }: Matching,
): void {
  const unmatched = theirs.filter(({ book }) => !books.has(book.id));
  if (unmatched.length === 0) return;
  const taken = new Set([...books.values()].map(({ id }) => id));
  const free = Map.groupBy(
    ours.filter(({ id }) => !taken.has(id)),
    ofOurs,
  );
  const left = Map.groupBy(unmatched, ofTheirs);
  for (const [key, placed] of left) {
    const found = key === undefined ? undefined : free.get(key);
    const [one, ...more] = placed;
    if (one && more.length === 0 && found?.length === 1 && found[0])
      books.set(one.book.id, toMatch(found[0]));
  }
}

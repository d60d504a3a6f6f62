// Their books and ours: by the path below the mapped folder, else by contents, else by name and size.
import type { TheirBook } from '#features/transfer/peer-databases/index.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { matchSeries, type SeriesMatches } from './match-series.ts';

export interface OurBook {
  id: string;
  /** The book that lists show: another one where this file is a format of it. */
  entryId: string;
  seriesId: string;
  rootPath: string;
  /** Below the root, with slashes. */
  path: string;
  fileName: string;
  fileSize: number;
  readerHash: string | null;
}

export interface Placed {
  book: TheirBook;
  /** The folder here that its folder became; undefined where none was found. */
  root: string | undefined;
  /** Below it. */
  relative: string;
}

type Match = Pick<OurBook, 'id' | 'entryId' | 'seriesId'>;

export interface Matches {
  /** Ours by the id of theirs. */
  books: ReadonlyMap<string, Match>;
  series: SeriesMatches;
  missing: readonly Placed[];
}

/** Systems compose letters differently. */
const toKey = (...parts: (string | number)[]): string => parts.join('\0').normalize('NFC');

type Breathe = () => Promise<void>;

/** Ours may come one by one: of those that are found at once only their ids are kept. */
export async function matchBooks(
  theirs: readonly Placed[],
  ours: Iterable<OurBook> | AsyncIterable<OurBook>,
  breathe: Breathe = createYielder(),
): Promise<Matches> {
  const books = new Map<string, Match>();
  const byRoot = await filePaths(theirs, breathe);
  const left: OurBook[] = [];
  for await (const book of ours) {
    const found = byRoot.get(toKey(book.rootPath))?.get(toKey(book.path));
    if (found === undefined) left.push(book);
    else for (const id of typeof found === 'string' ? [found] : found) books.set(id, toMatch(book));
    await breathe();
  }
  byRoot.clear();
  for (const { ofTheirs, ofOurs } of keys) matchUnique(theirs, left, { books, ofTheirs, ofOurs });
  return {
    books,
    series: await matchSeries(
      theirs.map(({ book }) => book),
      books,
      breathe,
    ),
    missing: theirs.filter(({ book }) => !books.has(book.id)),
  };
}

/** Ids of theirs by the folder here and the path below it; a path may have several, one of them in the trash. */
async function filePaths(
  theirs: readonly Placed[],
  breathe: Breathe,
): Promise<Map<string, Map<string, string | string[]>>> {
  const byRoot = new Map<string, Map<string, string | string[]>>();
  for (const { book, root, relative } of theirs) {
    if (root === undefined) continue;
    const key = toKey(root);
    const byPath = byRoot.get(key) ?? new Map<string, string | string[]>();
    const path = toKey(relative);
    const known = byPath.get(path);
    byRoot.set(key, byPath.set(path, known === undefined ? book.id : [known, book.id].flat()));
    await breathe();
  }
  return byRoot;
}

/** What is needed of ours: the paths of a large library are forgotten. */
const toMatch = ({ id, entryId, seriesId }: OurBook): Match => ({ id, entryId, seriesId });

/** What tells a file apart wherever it lies; undefined where it is not known. */
const keys: {
  ofTheirs(placed: Placed): string | undefined;
  ofOurs(book: OurBook): string | undefined;
}[] = [
  {
    ofTheirs: ({ book }) => (book.readerHash ? toKey(book.readerHash, book.sizeBytes) : undefined),
    ofOurs: (book) => (book.readerHash ? toKey(book.readerHash, book.fileSize) : undefined),
  },
  {
    ofTheirs: ({ book }) => toKey(nameOf(book.path), book.sizeBytes),
    ofOurs: (book) => toKey(book.fileName, book.fileSize),
  },
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Matching {
  books: Map<string, Match>;
  ofTheirs(placed: Placed): string | undefined;
  ofOurs(book: OurBook): string | undefined;
}

/** Those left that have a key which nothing else on either side has. */
function matchUnique(
  theirs: readonly Placed[],
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

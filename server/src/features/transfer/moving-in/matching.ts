// Their books and ours: by the path below the mapped folder, else by contents, else by name and size.
import type { TheirBook } from '#features/transfer/peer-databases/index.ts';

export interface OurBook {
  id: string;
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

export interface Matches {
  /** Ours by the id of theirs. */
  books: ReadonlyMap<string, OurBook>;
  /** Our series by the id of theirs: the one that all of its books that were found are in. */
  series: ReadonlyMap<string, string>;
  missing: readonly Placed[];
}

/** Systems compose letters differently. */
const toKey = (...parts: (string | number)[]): string => parts.join('\0').normalize('NFC');

export function matchBooks(theirs: readonly Placed[], ours: readonly OurBook[]): Matches {
  const books = new Map<string, OurBook>();
  const byPath = new Map(ours.map((book) => [toKey(book.rootPath, book.path), book]));
  for (const { book, root, relative } of theirs) {
    const found = root === undefined ? undefined : byPath.get(toKey(root, relative));
    if (found) books.set(book.id, found);
  }
  for (const { ofTheirs, ofOurs } of keys) matchUnique(theirs, ours, { books, ofTheirs, ofOurs });
  return {
    books,
    series: matchSeries(theirs, books),
    missing: theirs.filter(({ book }) => !books.has(book.id)),
  };
}

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
  books: Map<string, OurBook>;
  ofTheirs(placed: Placed): string | undefined;
  ofOurs(book: OurBook): string | undefined;
}

/** Those left that have a key which nothing else on either side has. */
function matchUnique(
  theirs: readonly Placed[],
  ours: readonly OurBook[],
  { books, ofTheirs, ofOurs }: Matching,
): void {
  const taken = new Set([...books.values()].map(({ id }) => id));
  const free = Map.groupBy(
    ours.filter(({ id }) => !taken.has(id)),
    ofOurs,
  );
  const left = Map.groupBy(
    theirs.filter(({ book }) => !books.has(book.id)),
    ofTheirs,
  );
  for (const [key, placed] of left) {
    const found = key === undefined ? undefined : free.get(key);
    const [one, ...more] = placed;
    if (one && more.length === 0 && found?.length === 1 && found[0]) books.set(one.book.id, found[0]);
  }
}

function matchSeries(
  theirs: readonly Placed[],
  books: ReadonlyMap<string, OurBook>,
): ReadonlyMap<string, string> {
  const homes = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const { book } of theirs) {
    const home = books.get(book.id)?.seriesId;
    if (home === undefined) continue;
    homes.set(book.seriesId, (homes.get(book.seriesId) ?? new Set()).add(home));
    owners.set(home, (owners.get(home) ?? new Set()).add(book.seriesId));
  }
  return new Map(
    [...homes].flatMap(([seriesId, ours]) => {
      const [one, ...more] = ours;
      const isOnlyOne = one !== undefined && more.length === 0 && owners.get(one)?.size === 1;
      return isOnlyOne ? [[seriesId, one] as const] : [];
    }),
  );
}

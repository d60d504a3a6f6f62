// The plan of an import: which local folders contain the source libraries, and which books exist. Writes nothing.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Snapshot, TheirBook, TheirLibrary } from '#features/import/sources/index.ts';
import { createYielder } from '#infrastructure/yield.ts';
import type { LocatedBook } from './match-books.ts';
import { findRoot, type RootMap, splitPath } from './roots.ts';

export interface PlannedLibrary {
  theirs: TheirLibrary;
  /** Source folders, and the local folder of each. */
  roots: { from: string; to: string | undefined }[];
  /** The existing library with these folders. */
  existing: Library | undefined;
}

export interface Plan {
  snapshot: Snapshot;
  libraries: PlannedLibrary[];
  placed: LocatedBook[];
  /** Books whose file exists at the expected path. */
  there: LocatedBook[];
  /** The subset whose file size differs, because the file was changed later. */
  rewritten: LocatedBook[];
  missing: LocatedBook[];
}

interface Dependencies {
  /** All libraries of this server. */
  libraries: readonly Library[];
  allowedRoots: readonly string[];
}

export async function makePlan(
  snapshot: Snapshot,
  { maps, libraries, allowedRoots }: Dependencies & { maps: readonly RootMap[] },
): Promise<Plan> {
  const candidates = [...libraries.flatMap(({ paths }) => paths), ...allowedRoots];
  const planned: PlannedLibrary[] = [];
  const placed: LocatedBook[] = [];
  const yieldToEventLoop = createYielder();
  const booksOf = Map.groupBy(snapshot.books, ({ libraryId }) => libraryId);
  for (const theirs of snapshot.libraries) {
    const books: { book: TheirBook; at: ReturnType<typeof splitPath> }[] = [];
    for (const book of booksOf.get(theirs.id) ?? []) {
      books.push({ book, at: splitPath(book.path, theirs.roots) });
      await yieldToEventLoop();
    }
    const roots: PlannedLibrary['roots'] = [];
    for (const from of theirs.roots) {
      const relativePaths = books.flatMap(({ at }) => (at?.root === from ? [at.relative] : []));
      roots.push({ from, to: await findRoot({ root: from, relativePaths, maps, candidates }) });
    }
    const found = roots.flatMap(({ to }) => to ?? []);
    const existing = libraries.find(({ paths }) => found.some((path) => paths.includes(path)));
    planned.push({ theirs, roots, existing });
    for (const { book, at } of books) {
      const root = roots.find(({ from }) => from === at?.root)?.to;
      placed.push({ book, root, relative: at?.relative ?? book.path });
      await yieldToEventLoop();
    }
  }
  return { snapshot, libraries: planned, placed, ...(await lookForFiles(placed)) };
}

/** Number of concurrent file checks. */
const atOnce = 64;

async function lookForFiles(
  placed: readonly LocatedBook[],
): Promise<Pick<Plan, 'there' | 'rewritten' | 'missing'>> {
  const found: Pick<Plan, 'there' | 'rewritten' | 'missing'> = { there: [], rewritten: [], missing: [] };
  for (let at = 0; at < placed.length; at += atOnce) {
    const part = placed.slice(at, at + atOnce);
    const sizes = await Promise.all(part.map(findSize));
    for (const [i, one] of part.entries()) {
      const size = sizes[i];
      if (size === undefined) found.missing.push(one);
      else found.there.push(one);
      if (size !== undefined && size !== one.book.sizeBytes) found.rewritten.push(one);
    }
  }
  return found;
}

async function findSize({ root, relative, book: { sizeBytes } }: LocatedBook): Promise<number | undefined> {
  if (root === undefined) return undefined;
  const found = await stat(join(root, relative)).catch(() => undefined);
  // The size of a folder of images is computed differently by the source.
  if (found?.isDirectory()) return sizeBytes;
  return found?.isFile() ? found.size : undefined;
}

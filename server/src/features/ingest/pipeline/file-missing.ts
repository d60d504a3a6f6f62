// Checks in the file system whether the file of a book is missing.
import { readdir, stat } from 'node:fs/promises';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import { joinNames, type NativePath, toNativePath } from '#infrastructure/files/names.ts';
import type { FileLocation } from '../file-matches/index.ts';

/**
 * No file counts as missing if its root is missing or empty, because its disk may not be mounted. A file in a root that
 * was removed from its library counts as missing even if it exists: the library that now has the folder adopts the
 * book.
 */
export function createFileCheck(libraries: LibraryScan) {
  return async (row: FileLocation): Promise<boolean> => {
    const place = await locate(libraries, row);
    if (place === undefined) return true;
    const isMissing = await stat(place.path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
    );
    return isMissing && (await readdir(place.root).catch(() => [])).length > 0;
  };
}

/** Returns a function that finds the path of a file. Undefined if its root is not part of a library. */
export const createFindPath =
  (libraries: LibraryScan) =>
  async (row: FileLocation): Promise<NativePath | undefined> =>
    (await locate(libraries, row))?.path;

async function locate(
  libraries: LibraryScan,
  { rootId, folder, fileName }: FileLocation,
): Promise<{ root: string; path: NativePath } | undefined> {
  const root = await libraries.findCurrentRootPath(rootId);
  return root === undefined ? undefined : { root, path: toNativePath(root, joinNames(folder, fileName)) };
}

/** Caches the result per row: with a thousand identical files, each is compared with all others. */
export function cacheByRow<T extends FileLocation & { id: string }>(
  isFileMissing: (row: T) => Promise<boolean>,
): typeof isFileMissing {
  const pending = new Map<string, Promise<boolean>>();
  return (row) => {
    const key = JSON.stringify([row.id, row.rootId, row.folder, row.fileName]);
    const known = pending.get(key) ?? isFileMissing(row);
    pending.set(key, known);
    return known;
  };
}

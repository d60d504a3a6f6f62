// Checks in the file system whether the file of a book is missing.
import { readdir, stat } from 'node:fs/promises';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import { joinNames, type NativePath, toNativePath } from '#infrastructure/files/names.ts';

/**
 * No file counts as missing if its root is missing or empty, because its disk may not be mounted. A file in a root that
 * was removed from its library counts as missing even if it exists: the library that now has the folder adopts the
 * book.
 */
export function createFileCheck(libraries: LibraryScan) {
  return async (row: { rootId: string; folder: string; fileName: string }): Promise<boolean> => {
    const root = await libraries.findCurrentRootPath(row.rootId);
    if (root === undefined) return true;
    const path = toNativePath(root, joinNames(row.folder, row.fileName));
    const isMissing = await stat(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
    );
    return isMissing && (await readdir(root).catch(() => [])).length > 0;
  };
}

/** Returns a function that finds the path of a file. Undefined if its root is not part of a library. */
export function createFindPath(libraries: LibraryScan) {
  return async (row: {
    rootId: string;
    folder: string;
    fileName: string;
  }): Promise<NativePath | undefined> => {
    const root = await libraries.findCurrentRootPath(row.rootId);
    return root === undefined ? undefined : toNativePath(root, joinNames(row.folder, row.fileName));
  };
}

interface Location {
  id: string;
  rootId: string;
  folder: string;
  fileName: string;
}

/** Caches the result per row: with a thousand identical files, each is compared with all others. */
export function cacheByRow<T extends Location>(
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

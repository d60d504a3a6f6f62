// Whether the file of a book is gone from its place, asked of the file system itself.
import { readdir, stat } from 'node:fs/promises';
import { joinNames, toNativePath } from '#kernel/files/names.ts';
import type { LibraryScan } from '../libraries/index.ts';

/** A root that is missing or empty says nothing: its disk may just not be there. Then no file counts as gone. */
export function createIsGone(libraries: Pick<LibraryScan, 'findRootPath'>) {
  return async (row: { rootId: string; folder: string; fileName: string }): Promise<boolean> => {
    const root = await libraries.findRootPath(row.rootId);
    if (root === undefined) return true;
    const entries = await readdir(root).catch(() => []);
    if (entries.length === 0) return false;
    const path = toNativePath(root, joinNames(row.folder, row.fileName));
    return stat(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
    );
  };
}

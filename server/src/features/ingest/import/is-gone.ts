// Whether the file of a book is gone from its place, asked of the file system itself.
import { readdir, stat } from 'node:fs/promises';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';

/** A root that is missing or empty says nothing: its disk may just not be there. Then no file counts as gone. */
export function createIsGone(libraries: Pick<LibraryScan, 'findRootPath'>) {
  return async (row: { rootId: string; folder: string; fileName: string }): Promise<boolean> => {
    const root = await libraries.findRootPath(row.rootId);
    if (root === undefined) return true;
    const path = toNativePath(root, joinNames(row.folder, row.fileName));
    const isMissing = await stat(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
    );
    return isMissing && (await readdir(root).catch(() => [])).length > 0;
  };
}

interface Placed {
  id: string;
  rootId: string;
  folder: string;
  fileName: string;
}

/** Asks once for each place: of content that is there a thousand times each file is compared with every other. */
export function remembering<T extends Placed>(isGone: (row: T) => Promise<boolean>): typeof isGone {
  const pending = new Map<string, Promise<boolean>>();
  return (row) => {
    const place = JSON.stringify([row.id, row.rootId, row.folder, row.fileName]);
    const known = pending.get(place) ?? isGone(row);
    pending.set(place, known);
    return known;
  };
}

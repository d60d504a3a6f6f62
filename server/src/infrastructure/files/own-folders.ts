// The server's own folders and files (data folder, database, caches). They are never part of a library, where users
// could read backups and keys as books. A folder is recognised by its real path and by its device and inode, because a
// bind mount shows the same folder under another path.
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

export interface OwnFolders {
  /** Whether a real path is one of them or lies inside one, without reading the disk. */
  holds(path: string): boolean;
  /** Whether a real path lies inside or around one of them. */
  relate(path: string): Promise<'inside' | 'around' | undefined>;
  /** Device and inode of each that exists, by `toFolderMark`. */
  listMarks(): Promise<string[]>;
}

/** `paths`: the data folder, the database's files where they lie elsewhere, and every cache's folder. */
export function createOwnFolders(paths: readonly string[]): OwnFolders {
  const own = paths.map(toRealPath);
  const listMarks = async () => listMarksOf(own);
  return {
    holds: (path) => own.some((folder) => isWithin(path, folder)),
    async relate(path) {
      const [marks, here] = [await listMarks(), await listMarksOf(listUpwards(path))];
      if (own.some((folder) => isWithin(path, folder)) || here.some((mark) => marks.includes(mark)))
        return 'inside';
      const [mark] = await listMarksOf([path]);
      const around = await listMarksOf(own.flatMap(listUpwards));
      const isAround = mark !== undefined && around.includes(mark);
      return isAround || own.some((folder) => isWithin(folder, path)) ? 'around' : undefined;
    },
    listMarks,
  };
}

/** All of them. */
export const joinOwnFolders = (...all: readonly OwnFolders[]): OwnFolders => ({
  holds: (path) => all.some((one) => one.holds(path)),
  async relate(path) {
    const found = await Promise.all(all.map((one) => one.relate(path)));
    return (
      found.find((relation) => relation === 'inside') ?? found.find((relation) => relation !== undefined)
    );
  },
  listMarks: async () => (await Promise.all(all.map((one) => one.listMarks()))).flat(),
});

/** Whether `path` is `folder` or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const toFolderMark = ({ dev, ino }: { dev: bigint; ino: bigint }): string => `${dev}:${ino}`;

/** A folder and its parents. */
export function listUpwards(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...listUpwards(parent)];
}

/** Marks of the folders that exist. Some file systems have no inodes: there only the path counts. */
async function listMarksOf(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  return found.flatMap((facts) => (facts?.isDirectory() && facts.ino > 0n ? [toFolderMark(facts)] : []));
}

/** Absolute and without links, also where the end of the path does not exist yet. */
function toRealPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(toRealPath(parent), basename(absolute));
  }
}

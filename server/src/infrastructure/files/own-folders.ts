// Folders and files that belong to the server itself (data folder, database, caches). They are never part of a library:
// whoever could read them as books would read backups and keys. A folder is recognised by its path without links and
// by its device and inode, because a bind mount shows the same folder under another path.
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

export interface OwnFolders {
  /** Whether an absolute path without links is one of them or lies inside one; no look at the disk. */
  holds(path: string): boolean;
  /** How an absolute path without links lies to them. */
  relate(path: string): Promise<'inside' | 'around' | undefined>;
  /** Device and inode of each that exists, as `toFolderMark` writes them. */
  listMarks(): Promise<string[]>;
}

/** `paths`: the data folder, the database's files where they lie elsewhere, every cache with a folder of its own. */
export function createOwnFolders(paths: readonly string[]): OwnFolders {
  const places = paths.map(toRealPath);
  const listMarks = async () => listMarksOf(places);
  return {
    holds: (path) => places.some((place) => isWithin(path, place)),
    async relate(path) {
      const [own, here] = [await listMarks(), await listMarksOf(listUpwards(path))];
      if (places.some((place) => isWithin(path, place)) || here.some((mark) => own.includes(mark)))
        return 'inside';
      const [mark] = await listMarksOf([path]);
      const around = await listMarksOf(places.flatMap(listUpwards));
      const isAround = mark !== undefined && around.includes(mark);
      return isAround || places.some((place) => isWithin(place, path)) ? 'around' : undefined;
    },
    listMarks,
  };
}

/** Whether `path` is `folder` or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const toFolderMark = ({ dev, ino }: { dev: bigint; ino: bigint }): string => `${dev}:${ino}`;

/** A folder and those that it lies in. */
export function listUpwards(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...listUpwards(parent)];
}

/** Marks of the folders that are there. Some file systems give no inode: there the path decides alone. */
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

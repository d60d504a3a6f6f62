// The server's own folders and files (data folder, database, caches, backups). They are never part of a library, where
// users could read backups and keys as books or upload a forged backup. A folder is recognised by its real path and by
// its device and inode, because a bind mount shows the same folder under another path.
import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { toNativeName } from './names.ts';

/** A folder that shares files with one of the server's own folders. */
export interface OwnConflict {
  /** The folder as it was given. */
  path: string;
  /** The real path of the server's own folder. */
  own: string;
  /** `inside`: `path` is in the own folder, or is the same folder. `around`: `path` contains it. */
  relation: Relation;
}

type Relation = 'inside' | 'around';

export class OwnFolders {
  readonly #paths: readonly string[];

  constructor(paths: readonly string[]) {
    this.#paths = paths.map(toRealPath);
  }

  /** These folders and others. */
  with(paths: readonly string[]): OwnFolders {
    return new OwnFolders([...this.#paths, ...paths]);
  }

  /** Whether a real path is one of them or is inside one. Compares paths only and does not read the disk. */
  holds(path: string): boolean {
    return this.#paths.some((folder) => isWithin(path, folder));
  }

  /** Whether a real path is inside or around one of them, by path or by device and inode. */
  async relate(path: string): Promise<Relation | undefined> {
    return (await this.#find(path))?.relation;
  }

  /** Whether a real path is inside one of them, by path or by device and inode. */
  async isInside(path: string): Promise<boolean> {
    return (await this.#findAround(path)) !== undefined;
  }

  /**
   * A check of single real paths whose parents were checked before, as a walk down a path does it. Reads the own folders
   * once.
   */
  async createCheck(): Promise<(path: string) => Promise<boolean>> {
    const marked = await this.#listMarked();
    return async (path) => this.holds(path) || marked.has((await readMark(path)) ?? '');
  }

  /** The given folders, such as the roots of libraries, that are inside or around an own folder. */
  async findConflicts(paths: readonly string[]): Promise<OwnConflict[]> {
    const found = await Promise.all(
      paths.map(async (path) => {
        // Does not block: the disk of a library may not answer.
        const conflict = await this.#find(await toRealPathLater(path));
        return conflict && { path, ...conflict };
      }),
    );
    return found.filter((conflict) => conflict !== undefined);
  }

  /** Device and inode of each own folder that exists, by `toFolderMark`. */
  async listMarks(): Promise<string[]> {
    return [...(await this.#listMarked()).keys()];
  }

  async #find(path: string): Promise<Omit<OwnConflict, 'path'> | undefined> {
    const inside = await this.#findAround(path);
    if (inside !== undefined) return { own: inside, relation: 'inside' };
    const mark = await readMark(path);
    for (const own of this.#paths) {
      const above = await Promise.all(listUpwards(own).map(readMark));
      if (isWithin(own, path) || (mark !== undefined && above.includes(mark)))
        return { own, relation: 'around' };
    }
    return undefined;
  }

  /** The own folder that a path is inside. */
  async #findAround(path: string): Promise<string | undefined> {
    const byPath = this.#paths.find((folder) => isWithin(path, folder));
    if (byPath !== undefined) return byPath;
    const marked = await this.#listMarked();
    for (const mark of await Promise.all(listUpwards(path).map(readMark))) {
      const own = mark === undefined ? undefined : marked.get(mark);
      if (own !== undefined) return own;
    }
    return undefined;
  }

  /** The own folders that exist, by their marks. */
  async #listMarked(): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    for (const path of this.#paths) {
      const mark = await readMark(path);
      if (mark !== undefined) marks.set(mark, path);
    }
    return marks;
  }
}

/** Whether `path` is `folder` or is below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const toFolderMark = ({ dev, ino }: { dev: bigint; ino: bigint }): string => `${dev}:${ino}`;

/** A folder and its parents. */
export function listUpwards(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...listUpwards(parent)];
}

/** Undefined for files and missing folders. Some file systems have no inodes: there only the path counts. */
async function readMark(path: string): Promise<string | undefined> {
  const facts = await stat(toNativeName(path), { bigint: true }).catch(() => undefined);
  return facts?.isDirectory() && facts.ino > 0n ? toFolderMark(facts) : undefined;
}

/** Absolute and without links, also where the end of the path does not exist yet. */
async function toRealPathLater(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await toRealPathLater(parent), basename(absolute));
  }
}

/** The same without waiting. */
function toRealPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(toRealPath(parent), basename(absolute));
  }
}

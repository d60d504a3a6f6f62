// Detects the server's own folders below a root by device and inode, because links and bind mounts show them under
// other paths. Runs in a worker process.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { toNativePath } from '#infrastructure/files/names.ts';
import { listUpwards, toFolderMark } from '#infrastructure/files/own-folders.ts';

export class OwnCheck {
  readonly #root: string;
  readonly #marks: Set<string>;
  #isRootInside: boolean | undefined;
  readonly #known = new Map<string, boolean>();

  constructor(root: string, ownMarks: readonly string[]) {
    this.#root = root;
    this.#marks = new Set(ownMarks);
  }

  /** Checks only this folder. For walks, which have checked its parents. */
  isOwn(path: string): boolean {
    if (this.#marks.size === 0) return false;
    if (path !== '') return this.#has(() => lstatSync(toNativePath(this.#root, path), { bigint: true }));
    this.#isRootInside ??= listUpwards(this.#toReal()).some((folder) =>
      this.#has(() => statSync(folder, { bigint: true })),
    );
    return this.#isRootInside;
  }

  /** Checks the folder and its parents. */
  isInside(path: string): boolean {
    const found =
      this.#known.get(path) ?? (this.isOwn(path) || (path !== '' && this.isInside(toParent(path))));
    this.#known.set(path, found);
    return found;
  }

  #has(read: () => { dev: bigint; ino: bigint }): boolean {
    try {
      return this.#marks.has(toFolderMark(read()));
    } catch {
      // Missing folders are reported when they are listed.
      return false;
    }
  }

  #toReal(): string {
    try {
      return realpathSync(this.#root);
    } catch {
      return this.#root;
    }
  }
}

const toParent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

// Detects the server's own folders below a root by device and inode, because links and bind mounts show them under
// other paths. Runs in a worker process.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { toNativePath } from '#infrastructure/files/names.ts';
import { listUpwards, toFolderMark } from '#infrastructure/files/own-folders.ts';

export interface OwnCheck {
  /** Checks only this folder. For walks, which have checked its parents. */
  isOwn(relativePath: string): boolean;
  /** Checks the folder and its parents. */
  isInside(relativePath: string): boolean;
}

export function createOwnCheck(root: string, ownMarks: readonly string[]): OwnCheck {
  const marks = new Set(ownMarks);
  const has = (read: () => { dev: bigint; ino: bigint }): boolean => {
    try {
      return marks.has(toFolderMark(read()));
    } catch {
      // Missing folders are reported when they are listed.
      return false;
    }
  };
  let isRootInside: boolean | undefined;
  const isOwn = (path: string): boolean => {
    if (marks.size === 0) return false;
    if (path !== '') return has(() => lstatSync(toNativePath(root, path), { bigint: true }));
    isRootInside ??= listUpwards(toReal(root)).some((folder) =>
      has(() => statSync(folder, { bigint: true })),
    );
    return isRootInside;
  };
  const known = new Map<string, boolean>();
  const isInside = (path: string): boolean => {
    const found = known.get(path) ?? (isOwn(path) || (path !== '' && isInside(toParent(path))));
    known.set(path, found);
    return found;
  };
  return { isOwn, isInside };
}

const toParent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

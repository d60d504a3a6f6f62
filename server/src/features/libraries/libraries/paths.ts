// Which folders may be a library's: real, readable, not one inside the other.
import { access, constants, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Issue } from '@lectern/contract/errors';
import { isWithin, type OwnFolders } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';

export interface CheckedPath {
  /** Absolute, without links, as it is kept. */
  path: string;
  issue?: Issue;
}

/** Where libraries may lie. */
export interface LibraryBounds {
  /** None means anywhere. */
  allowedRoots: readonly string[];
  /** The server's own folders, where none may lie. */
  own: Pick<OwnFolders, 'relate'>;
}

/** Checks one folder. The issue says in a sentence what is wrong and what to do. */
export async function checkPath(
  given: string,
  place: string,
  { allowedRoots, own }: LibraryBounds,
): Promise<CheckedPath> {
  const absolute = resolve(given);
  const fail = (message: string): CheckedPath => ({ path: absolute, issue: { path: place, message } });
  if (given.includes('\0')) return fail('A path cannot hold a NUL character');
  let path: string;
  try {
    path = await realpath(absolute);
    if (!(await stat(path)).isDirectory()) return fail(`${absolute} is a file; choose a folder`);
    await access(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    return fail(explain(absolute, (error as NodeJS.ErrnoException).code));
  }
  const roots = await Promise.all(allowedRoots.map(toRealPath));
  if (roots.length > 0 && !roots.some((root) => isWithin(path, root))) {
    return fail(`${path} lies outside the folders that this server allows: ${allowedRoots.join(', ')}`);
  }
  const relation = await own.relate(path);
  if (relation !== undefined) return fail(`${path} ${ownFault[relation]}`);
  return { path };
}

const ownFault = {
  inside: 'belongs to the server itself (data folder, database or cache); choose another folder',
  around:
    'contains folders of the server itself (data folder, database or cache); choose a folder beside them',
};

function explain(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return `${path} does not exist; check the path`;
  if (code === 'ENOTDIR') return `${path} is not a folder; check the path`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path} cannot be read; give the account that runs Lectern permission to read it`;
  }
  return `${path} cannot be used (${code ?? 'unknown error'})`;
}

/** Whether one of the folders lies in the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);

/** Of a library that the caller does not see, or not whole, not even where it lies. */
export const overlapsAnother = 'This folder overlaps with another library';

/** A sentence when the two folders share anything. */
export function findOverlap(path: string, other: { path: string; libraryName?: string }): string | undefined {
  const owner =
    other.libraryName === undefined
      ? other.path
      : `${other.path}, a folder of the library "${other.libraryName}"`;
  if (path === other.path)
    return `${path} is listed already${other.libraryName === undefined ? '' : `: ${owner}`}`;
  if (isWithin(path, other.path)) return `${path} lies inside ${owner}`;
  if (isWithin(other.path, path)) return `${path} contains ${owner}`;
  return undefined;
}

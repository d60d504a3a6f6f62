// Checks whether a folder can belong to a library: it must exist, be readable, and not overlap with another one.

import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Issue } from '@lectern/contract/errors';
import { can, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, type Reason, reason, systemCodeOf, toIssue } from '#infrastructure/errors.ts';
import { locateFault } from '#infrastructure/files/faults/find.ts';
import { isWithin, type OwnFolders } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';

export interface CheckedPath {
  /** Absolute path without links, as stored. */
  path: string;
  issue?: Issue;
}

/** Restricts the location of libraries. */
export interface LibraryBounds {
  /** Empty for any location. */
  allowedRoots: readonly string[];
  /** The server's own folders, which cannot be in a library. */
  own: OwnFolders;
}

/**
 * Throws `forbidden` if the caller may not choose folders of the machine. Without allowed roots, a library can use any
 * folder, so choosing one requires `system:admin`. Browsing, previews and new roots of libraries use this rule.
 */
export function requireFolderChoice(viewer: Viewer, { allowedRoots }: LibraryBounds): void {
  if (allowedRoots.length > 0 || viewer === system || can(viewer, 'system:admin')) return;
  throw forbidden(reason('folders_by_administrators'));
}

interface PathBounds extends LibraryBounds {
  /** Folders of libraries that are hidden from the caller, in whole or in part. */
  closed?: readonly string[];
  mayContainOwn?: boolean;
}

/**
 * Checks one folder. The issue has a message for users. Outside the allowed roots and in closed folders, the result
 * does not depend on the disk, so it does not reveal which folders exist.
 */
export async function checkPath(
  given: string,
  place: string,
  { allowedRoots, own, closed = [], mayContainOwn = false }: PathBounds,
): Promise<CheckedPath> {
  const absolute = resolve(given);
  const fail = (why: Reason): CheckedPath => ({ path: absolute, issue: toIssue(place, why) });
  if (given.includes('\0')) return fail(reason('no_nul'));
  const roots = await Promise.all(allowedRoots.map(toRealPath));
  const real = await toRealPath(absolute);
  if (roots.length > 0 && !roots.some((root) => isWithin(real, root)))
    return fail(reason('folder_elsewhere', { path: absolute, allowed: allowedRoots.join(', ') }));
  if (closed.some((folder) => overlaps(real, folder))) return fail(reason('folder_of_another'));
  const fault = await findFault(absolute);
  if (fault) return fail(fault);
  const relation = await own.relate(real);
  if (relation === 'inside' || (relation === 'around' && !mayContainOwn))
    return fail(
      reason(relation === 'inside' ? 'folder_of_server' : 'folder_with_server', { path: absolute }),
    );
  return { path: real };
}

/** Returns the reason if the path is not a readable folder. */
async function findFault(path: string): Promise<Reason | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return reason('folder_is_file', { path });
    await access(path, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return explain(path, error);
  }
}

function explain(path: string, error: unknown): Reason {
  const fault = locateFault(error, path);
  // The target of a link is not revealed to the caller.
  const at = fault && isWithin(path, fault.at) ? fault.at : path;
  switch (fault?.kind) {
    case 'missing':
      return reason('folder_missing', { path });
    case 'wrong_kind':
      return reason('folder_is_file', { path: at });
    case 'denied':
      return at === path
        ? reason('folder_unreadable', { path })
        : reason('folder_denied', { path, folder: at });
    default:
      return reason('folder_unusable', { path, code: systemCodeOf(error) ?? 'unknown error' });
  }
}

/** Whether the folders are equal or one contains the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);

/** Returns the reason if the folders are equal or one contains the other. */
export function findOverlap(
  path: string,
  { path: other, libraryName: library }: { path: string; libraryName?: string },
): Reason | undefined {
  if (!overlaps(path, other)) return undefined;
  const kind = path === other ? 'folder_listed' : isWithin(path, other) ? 'folder_inside' : 'folder_contains';
  return library === undefined
    ? reason(kind, { path, other })
    : reason(`${kind}_of_library`, { path, other, library });
}

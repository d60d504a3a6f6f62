// Which folders may be a library's: real, readable, not one inside the other.

import { access, constants, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Issue } from '@lectern/contract/errors';
import { can, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, type Reason, reason, systemCodeOf, toIssue } from '#infrastructure/errors.ts';
import { locateFault } from '#infrastructure/files/faults/find.ts';
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
  own: OwnFolders;
}

/**
 * Throws `forbidden` if the caller may not choose folders of the machine. While no allowed roots are configured, a library
 * could be any folder, so choosing one requires `system:admin`. Browsing, previews and new roots of libraries use this rule.
 */
export function requireFolderChoice(viewer: Viewer, { allowedRoots }: LibraryBounds): void {
  if (allowedRoots.length > 0 || viewer === system || can(viewer, 'system:admin')) return;
  throw forbidden(reason('folders_by_administrators'));
}

/** Checks one folder. The issue says in a sentence what is wrong and what to do. */
export async function checkPath(
  given: string,
  place: string,
  { allowedRoots, own, mayContainOwn = false }: LibraryBounds & { mayContainOwn?: boolean },
): Promise<CheckedPath> {
  const absolute = resolve(given);
  const fail = (why: Reason): CheckedPath => ({ path: absolute, issue: toIssue(place, why) });
  if (given.includes('\0')) return fail(reason('no_nul'));
  let path: string;
  try {
    path = await realpath(absolute);
    if (!(await stat(path)).isDirectory()) return fail(reason('folder_is_file', { path: absolute }));
    await access(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    return fail(explain(absolute, error));
  }
  const roots = await Promise.all(allowedRoots.map(toRealPath));
  if (roots.length > 0 && !roots.some((root) => isWithin(path, root))) {
    return fail(reason('folder_elsewhere', { path, allowed: allowedRoots.join(', ') }));
  }
  const relation = await own.relate(path);
  if (relation === 'inside' || (relation === 'around' && !mayContainOwn))
    return fail(reason(relation === 'inside' ? 'folder_of_server' : 'folder_with_server', { path }));
  return { path };
}

function explain(path: string, error: unknown): Reason {
  const fault = locateFault(error, path);
  // The target of a link is not shown to the caller.
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

/** Whether one of the folders lies in the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);

/** A reason when the two folders share anything. */
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

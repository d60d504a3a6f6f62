// Checks the roots of a library. A root that is missing, unreadable, not a folder or unexpectedly empty indicates an
// unmounted disk, so its books do not count as missing.
import { readdir, stat } from 'node:fs/promises';
import { type Reason, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { locateFault } from '#infrastructure/files/faults/find.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';
import { PermanentFailure } from '#infrastructure/tasks/define.ts';

/**
 * Rejects a root that is one of the server's own folders or inside one. Throws PermanentFailure with a message for
 * users.
 */
export async function refuseOwn(roots: readonly Root[], own: OwnFolders): Promise<void> {
  for (const { path } of roots) {
    const real = await toRealPath(path);
    if (await own.isInside(real)) throw new PermanentFailure(reason('root_of_server', { path }));
  }
}

interface Root {
  id: string;
  path: string;
}

/**
 * Rejects roots that contained books and now contain none: the mount point of a disk may contain other files. Throws
 * PermanentFailure with a message for users.
 */
export async function refuseEmptied(
  roots: readonly Root[],
  emptyRootIds: readonly string[],
  countLive: (rootId: string) => Promise<number>,
): Promise<void> {
  for (const { id, path } of roots) {
    const lost = emptyRootIds.includes(id) ? await countLive(id) : 0;
    if (lost > 0) throw new PermanentFailure(reason('root_emptied', { path, count: lost }));
  }
}

/**
 * Returns the device of each root by id. A root may be empty if a user has confirmed it (`isConfirmed`). Throws
 * PermanentFailure with a message for users if a root fails a check: the scan then changes nothing.
 */
export async function checkRoots(
  roots: readonly Root[],
  countLive: (rootId: string) => Promise<number>,
  isConfirmed = false,
): Promise<Map<string, string>> {
  if (roots.length === 0) throw new PermanentFailure(reason('library_without_folder'));
  const devices = new Map<string, string>();
  const countHeld = isConfirmed ? async () => 0 : countLive;
  for (const root of roots) devices.set(root.id, await checkRoot(root, countHeld));
  return devices;
}

async function checkRoot(
  { id, path }: Root,
  countLive: (rootId: string) => Promise<number>,
): Promise<string> {
  try {
    const facts = await stat(path);
    if (!facts.isDirectory()) throw new PermanentFailure(reason('root_no_folder', { path }));
    const entries = await readdir(path);
    if (entries.length === 0 && (await countLive(id)) > 0) {
      throw new PermanentFailure(reason('root_empty', { path }));
    }
    return String(facts.dev);
  } catch (error) {
    if (error instanceof PermanentFailure) throw error;
    throw new PermanentFailure(explain(path, error));
  }
}

function explain(path: string, error: unknown): Reason {
  const fault = locateFault(error, path);
  const code = fault?.code ?? systemCodeOf(error) ?? 'unknown error';
  switch (fault?.kind) {
    case 'missing':
    case 'wrong_kind':
      return reason('root_missing', { path });
    case 'denied':
      return fault.isAbove
        ? reason('root_denied', { path, folder: fault.at })
        : reason('root_changed_permissions', { path });
    case 'disconnected':
      return reason('root_disconnected', { path, code });
    case 'disk':
      return reason('root_disk_fault', { path, code });
    default:
      return reason('root_unreadable', { path, code });
  }
}

// What the file system says of a file or folder: to a command, as the end of a sentence, and to a caller, as a problem.
import { basename } from 'node:path';
import { conflict, Problem, reason, systemCodeOf } from '../errors.ts';

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened by the account that runs Lectern',
  EPERM: 'may not be opened by the account that runs Lectern',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'has no room: the disk is full',
  EDQUOT: 'has no room: the disk is full',
};

/** `has no room: the disk is full`; undefined for what is no fault of the place. */
export const explainFileFault = (error: unknown): string | undefined => faults[systemCodeOf(error) ?? ''];

const closed = ['EACCES', 'EPERM', 'EROFS'];

/**
 * What keeps a caller from the folder of a library, who may not know where it lies; the error itself where it is nothing of the
 * place.
 */
export function toPlaceProblem(error: unknown, root: { path: string }): unknown {
  const code = systemCodeOf(error) ?? '';
  const path = basename(root.path);
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(0);
  if (closed.includes(code)) return conflict(reason('upload_read_only', { path }));
  if (code === 'ENOENT' || code === 'ENOTDIR') return conflict(reason('folder_missing', { path }));
  return error;
}

export const toSize = (bytes: number): string =>
  `${Math.floor(Math.max(0, bytes) / 1024 ** 2).toLocaleString('en')} MiB`;

export const noRoom = (leftBytes: number) =>
  new Problem('insufficient_storage', reason('upload_no_room', { left: toSize(leftBytes) }));

// Converts file system errors to errors for API callers, who must not see paths of the server.
import { basename } from 'node:path';
import { Problem, type Reason, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { toPathError } from './explain.ts';
import { kindOf } from './find.ts';

/**
 * Returns the error of a library folder, for a caller who must not know its path. Its cause contains the path, for the
 * log. Returns the error itself if the folder is not its cause.
 */
export function toPlaceProblem(error: unknown, root: { path: string }): unknown {
  const code = systemCodeOf(error) ?? '';
  const path = basename(root.path);
  const toProblem = (why: Reason) =>
    new Problem('conflict', why, {
      cause: toPathError(error, { what: 'The library folder', path: root.path, access: 'write' }),
    });
  switch (kindOf(code)) {
    case 'full':
      return noRoom(0);
    case 'denied':
    case 'read_only':
      return toProblem(reason('upload_read_only', { path }));
    case 'missing':
    case 'wrong_kind':
      return toProblem(reason('folder_missing', { path }));
    case 'disconnected':
    case 'disk':
      return toProblem(reason('folder_unusable', { path, code }));
    default:
      return error;
  }
}

export const toSize = (bytes: number): string =>
  `${Math.floor(Math.max(0, bytes) / 1024 ** 2).toLocaleString('en')} MiB`;

export const noRoom = (leftBytes: number) =>
  new Problem('insufficient_storage', reason('upload_no_room', { left: toSize(leftBytes) }));

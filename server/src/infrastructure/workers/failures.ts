// Errors of jobs for the features that requested them.
import { notFound, Problem, reason, replacedNow } from '#infrastructure/errors.ts';
import { JobError, WorkerLost } from './protocol.ts';

/** The failure of a job that parses untrusted bytes. */
export interface ReadFailure {
  /** The kind that the parser reported, or undefined if its process died. */
  kind: string | undefined;
  message: string;
  reason: string | undefined;
  /** The affected entry of the file, if the parser reported it. */
  entry: string | undefined;
}

/** The failure of a parser, or undefined for other errors: a bug, an abort, the end of the server. */
export function toReadFailure(error: unknown): ReadFailure | undefined {
  if (error instanceof WorkerLost && error.reason !== 'closed') {
    return { kind: undefined, message: error.message, reason: error.reason, entry: undefined };
  }
  if (!(error instanceof JobError) || error.data.name !== 'FormatError') return undefined;
  const { kind, reason, entry } = error.data.fields;
  return {
    kind: typeof kind === 'string' ? kind : undefined,
    message: error.message,
    reason: typeof reason === 'string' ? reason : undefined,
    entry: typeof entry === 'string' ? entry : undefined,
  };
}

/**
 * Returns the API error for a failure that the bytes did not cause: not_found if the file is missing, conflict if it
 * was replaced, unavailable if it cannot be read; otherwise the error itself.
 */
export function toFault(error: unknown): unknown {
  if (error instanceof JobError && error.data.name === 'FileReplaced') return replacedNow();
  const code = error instanceof JobError ? error.data.fields.code : undefined;
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return toStorageProblem(code, error);
}

/** `code` is the file system's: ENOENT, EACCES, EIO. */
export function toStorageProblem(code: string, cause: unknown): Problem {
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound('file');
  const headers = { 'Retry-After': '30' };
  return new Problem('unavailable', reason('storage_unreadable'), { cause, headers });
}

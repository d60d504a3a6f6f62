// Errors of jobs as the features that asked for them see them.
import { JobError, WorkerLost } from './protocol.ts';

/** What went wrong in a job whose work is to read untrusted bytes. */
export interface ReadFailure {
  /** The kind that the reader named, or undefined when its process was lost. */
  kind: string | undefined;
  message: string;
  reason: string | undefined;
}

/** The failure of a reader, or undefined when the error is another: a bug, an abort, the end of the server. */
export function toReadFailure(error: unknown): ReadFailure | undefined {
  if (error instanceof WorkerLost && error.reason !== 'closed') {
    return { kind: undefined, message: error.message, reason: error.reason };
  }
  if (!(error instanceof JobError) || error.data.name !== 'FormatError') return undefined;
  const { kind, reason } = error.data.fields;
  return {
    kind: typeof kind === 'string' ? kind : undefined,
    message: error.message,
    reason: typeof reason === 'string' ? reason : undefined,
  };
}

// Reports how a file reader failed. A FormatError is the only error that a file may cause.
import { FormatError } from '@lectern/formats/error';

/**
 * Returns `<kind> <reason>` of the FormatError that `work` throws, or `no fault` if it does not throw. Other errors are
 * rethrown.
 */
export function faultOf(work: () => unknown): string {
  try {
    work();
    return 'no fault';
  } catch (error) {
    return toFault(error);
  }
}

/** Same as `faultOf`, for a promise. */
export async function faultOfPromise(work: Promise<unknown>): Promise<string> {
  return work.then(() => 'no fault', toFault);
}

export function toFault(error: unknown): string {
  if (!(error instanceof FormatError)) throw error;
  return `${error.kind} ${error.reason}`;
}

// Says how a reader of files failed, for tests: only a FormatError is a failure that a file may cause.
import { FormatError } from '@lectern/formats/error';

/** `<kind> <reason>` of the FormatError that `work` throws, `no fault` when it throws none. Other errors pass. */
export function faultOf(work: () => unknown): string {
  try {
    work();
    return 'no fault';
  } catch (error) {
    return toFault(error);
  }
}

/** The same of a promise. */
export async function faultOfPromise(work: Promise<unknown>): Promise<string> {
  return work.then(() => 'no fault', toFault);
}

export function toFault(error: unknown): string {
  if (!(error instanceof FormatError)) throw error;
  return `${error.kind} ${error.reason}`;
}

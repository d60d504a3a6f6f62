// Messages about items that cannot be imported, as data and in English, and the reason why a database is rejected.
import { isReasonKey, type Reason, toReason } from '@lectern/contract/reasons';
import { isRecord } from '@lectern/contract/records';
import { Problem, reason } from '#infrastructure/errors.ts';

/** `cause` contains the reason as data. The parameter `why` contains its English text. */
export interface Note extends Reason {
  cause?: Reason;
}

/** Creates a note whose parameter `why` is the message of `cause`. */
export const because = (cause: Reason, tell: (why: string) => Reason): Note => ({
  ...tell(cause.message),
  cause,
});

/** Adds the local user name to a note, which is not known when the source is read. */
export const ofUser = (note: Reason, user: string): Note =>
  toReason({ reason: note.reason, params: { ...note.params, user } });

/** Keeps the notes with a positive count. */
export const whereAny = (notes: readonly Note[]): Note[] =>
  notes.filter(({ params }) => Number(params?.count) > 0);

/** Returns why the operation was rejected, or undefined if it succeeded. */
export async function findRefusal(work: () => Promise<unknown>): Promise<Reason | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.reason ?? readIssue(error.details) ?? reason('import_refused', { message: error.message });
  }
}

/** Returns the first validation issue. */
function readIssue(details: unknown): Reason | undefined {
  const [issue] = isRecord(details) && Array.isArray(details.issues) ? details.issues : [];
  return isRecord(issue) && typeof issue.code === 'string' && isReasonKey(issue.code)
    ? toReason({ reason: issue.code, ...(isParams(issue.params) && { params: issue.params }) })
    : undefined;
}

const isParams = (value: unknown): value is Record<string, string | number> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number');

/** The source cannot be imported. The message is readable for users. */
export class PeerRefused extends Error {
  readonly reason: Reason;

  constructor(why: Reason | string) {
    const known = typeof why === 'string' ? reason('import_refused', { message: why }) : why;
    super(known.message);
    this.name = 'PeerRefused';
    this.reason = known;
  }
}

// What is said of single things of another server, in data and in English, and why its database cannot be taken over.
import { isReasonKey, type Reason, toReason } from '@lectern/contract/reasons';
import { isRecord } from '@lectern/contract/records';
import { Problem, reason } from '#infrastructure/errors.ts';

/** `cause` says in data what the value `why` says in English. */
export interface Note extends Reason {
  cause?: Reason;
}

/** The note with what its value `why` comes from. */
export const because = (cause: Reason, tell: (why: string) => Reason): Note => ({
  ...tell(cause.message),
  cause,
});

/** What is said of somebody, of whom it is known by now what they are called here. */
export const ofUser = (note: Reason, user: string): Note =>
  toReason({ reason: note.reason, params: { ...note.params, user } });

/** Those of which there are some. */
export const whereAny = (notes: readonly Note[]): Note[] =>
  notes.filter(({ params }) => Number(params?.count) > 0);

/** Why it was refused; undefined when it was done. */
export async function findRefusal(work: () => Promise<unknown>): Promise<Reason | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.reason ?? readIssue(error.details) ?? reason('import_refused', { message: error.message });
  }
}

/** The first issue of a value that is not valid. */
function readIssue(details: unknown): Reason | undefined {
  const [issue] = isRecord(details) && Array.isArray(details.issues) ? details.issues : [];
  return isRecord(issue) && typeof issue.code === 'string' && isReasonKey(issue.code)
    ? toReason({ reason: issue.code, ...(isParams(issue.params) && { params: issue.params }) })
    : undefined;
}

const isParams = (value: unknown): value is Record<string, string | number> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number');

/** What was given cannot be taken over. The message is a sentence for people. */
export class PeerRefused extends Error {
  readonly reason: Reason;

  constructor(why: Reason | string) {
    const known = typeof why === 'string' ? reason('import_refused', { message: why }) : why;
    super(known.message);
    this.name = 'PeerRefused';
    this.reason = known;
  }
}

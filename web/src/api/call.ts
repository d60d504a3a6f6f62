// The only fetch. The session cookie says who calls; when it is over, the cookie of the account makes a new one, once for
// all calls that wait for it.

import { isRecord, toRecord } from '@lectern/contract/records';
import { chooseAccount, findAccount, keepSession } from './accounts.ts';
import { moveOldTokens } from './old-tokens.ts';
import type { Address, Input, Output } from './routes.ts';
import { type Plain, send, toUrl } from './send.ts';

export { toUrl };

/** What the server reports that went wrong. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** More exact than the code, with its values (contract/src/reasons.ts). */
  readonly reason: string | undefined;
  readonly params: Reported['params'];
  readonly details: unknown;
  /** After how many seconds it may be tried again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, { error, message, reason, params, details, retry_after }: Reported) {
    super(message);
    this.status = status;
    this.code = error;
    this.reason = reason;
    this.params = params;
    this.details = details;
    this.retryAfterSeconds = retry_after;
  }
}

interface Reported {
  error: string;
  message: string;
  reason?: string;
  params?: Readonly<Record<string, string | number>>;
  details?: unknown;
  retry_after?: number;
}

/**
 * The small picture of a book or a series, of which there may be none. Another picture has another address: browsers
 * keep each without asking again.
 */
export const toThumbnailUrl = (
  noun: 'books' | 'series',
  { id, coverVersion }: { id: string; coverVersion: string },
): string => toUrl(`api/v1/${noun}/${id}/thumbnail?v=${encodeURIComponent(coverVersion)}&optional`);

interface Options {
  signal?: AbortSignal;
  /** Goes on after the page is closed; so does every change that is told in few words. */
  keepalive?: boolean;
}

/** What is needed may not be left out. */
type Rest<A extends Address> =
  Record<never, never> extends Input<A>
    ? [input?: Input<A>, options?: Options]
    : [input: Input<A>, options?: Options];

/** Throws ApiError, or TypeError when the server cannot be reached. */
export async function call<A extends Address>(
  address: A,
  ...[input, options = {}]: Rest<A>
): Promise<Output<A>> {
  const given: Plain = input ?? {};
  const response = await send(address, given, options);
  if (response.status !== 401 || !findAccount() || address.includes('/auth/')) return read(response);
  if (!(await renew())) return read(response);
  return read(await send(address, given, options));
}

const isReported = (value: unknown): value is Reported =>
  isRecord(value) && typeof value.error === 'string' && typeof value.message === 'string';

/** Throws ApiError for what is no success. */
export async function read<T>(response: Response): Promise<T> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const value: unknown = isJson ? await response.json() : undefined;
  if (response.ok) return value as T;
  throw new ApiError(
    response.status,
    isReported(value) ? value : { error: 'internal', message: `The server answered ${response.status}` },
  );
}

let renewing: Promise<boolean> | undefined;

/** Whether there is a session again. Tabs take turns: a refresh token works once. */
export function renew(): Promise<boolean> {
  renewing ??= inTurn(exchange).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('lectern-session', work) : work();

/** At the start of the client; what cannot be moved is tried again as a session is renewed. */
export const startMovingOldTokens = (): Promise<void> => inTurn(moveOldTokens).catch(() => {});

async function exchange(): Promise<boolean> {
  const account = findAccount();
  if (!account) return false;
  // Another tab may have been first.
  const known = await fetch(toUrl('api/v1/auth/me'));
  if (known.ok && toRecord(await known.json()).id === account.userId) return true;
  await moveOldTokens();
  const response = await send('POST /api/v1/auth/browser/resume', { body: { userId: account.userId } }, {});
  if (response.ok) {
    keepSession(await response.json());
    return true;
  }
  // Their name stays, and what is kept for them; it takes their password.
  if (response.status === 401) chooseAccount(null);
  return false;
}

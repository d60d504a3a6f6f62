// Typed API calls. The session cookie authenticates. If it has expired, the account's cookie renews it, once for all waiting
// calls.

import { isRecord, toRecord } from '@lectern/contract/records';
import { chooseAccount, findAccount, saveSession } from './accounts.ts';
import type { Address, Input, Output } from './routes.ts';
import { type Plain, send, toUrl } from './send.ts';

export { toUrl };

/** An error response from the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** More specific than the code, with values in `params` (contract/src/reasons.ts). */
  readonly reason: string | undefined;
  readonly params: Reported['params'];
  readonly details: unknown;
  /** Seconds to wait before the next attempt, if the server specifies them. */
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
 * URL of the thumbnail of a book or a series. It contains the version of the cover, so browsers cache it without
 * revalidation. With `optional`, a missing cover is answered with 204 instead of 404.
 */
export const toThumbnailUrl = (
  noun: 'books' | 'series',
  { id, coverVersion }: { id: string; coverVersion: string },
): string => toUrl(`api/v1/${noun}/${id}/thumbnail?v=${encodeURIComponent(coverVersion)}&optional`);

interface Options {
  signal?: AbortSignal;
  /** The request continues after the page is closed, like every change with a short body. */
  keepalive?: boolean;
}

/** The input can be omitted only if all of its parts are optional. */
type Rest<A extends Address> =
  Record<never, never> extends Input<A>
    ? [input?: Input<A>, options?: Options]
    : [input: Input<A>, options?: Options];

/** Throws ApiError, or TypeError if the server is unreachable. */
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

/** Reads the body of a response. Throws ApiError for a status other than 2xx. */
export async function read<T>(response: Response): Promise<T> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const value: unknown = isJson ? await response.json() : undefined;
  if (response.ok) return value as T;
  throw new ApiError(
    response.status,
    isReported(value) ? value : { error: 'internal', message: `The server answered ${response.status}` },
  );
}

let listenForEnd = (): void => undefined;

/** Calls the listener when a session has expired and cannot be renewed, regardless of the request. */
export function onSessionOver(listener: () => void): void {
  listenForEnd = listener;
}

/** `locked`: the account needs its PIN. `refused`: it needs its password, or there is none. */
export type Resumed = 'renewed' | 'locked' | 'refused';

let renewing: Promise<Resumed> | undefined;

/** Returns whether the session was renewed. */
export const renew = async (): Promise<boolean> => (await resume()) === 'renewed';

/** Renews the session of the current account. Tabs take turns, because a refresh token works only once. */
export function resume(): Promise<Resumed> {
  renewing ??= oneAtATime(exchange).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('lectern-session', work) : work();

async function exchange(): Promise<Resumed> {
  const account = findAccount();
  if (!account) return 'refused';
  // Another tab may have renewed it.
  const known = await fetch(toUrl('api/v1/auth/me'));
  if (known.ok && toRecord(await known.json()).id === account.userId) return 'renewed';
  const response = await send('POST /api/v1/auth/browser/resume', { body: { userId: account.userId } }, {});
  if (response.ok) {
    saveSession(await response.json());
    return 'renewed';
  }
  if (response.status !== 401) return 'refused';
  // The account and its downloads stay on this device, but it needs its password or PIN.
  chooseAccount(null);
  listenForEnd();
  return toRecord(await response.json()).reason === 'profile_locked' ? 'locked' : 'refused';
}

// Pending sign-outs. Each is stored first and sent before any other request. Until then the session remains valid, because
// scripts cannot remove its cookie.
import { toRecord } from '@lectern/contract/records';
import { forgetAccount, listAccounts, type StoredAccount } from './accounts.ts';
import { readFromDevice, removeFromDevice, storeOnDevice } from './device-storage.ts';
import { send } from './send.ts';

/** Includes a refresh token if an earlier version stored one. */
type SignOut = StoredAccount;

const key = 'lectern.sign-outs';
const timeoutMs = 10_000;
const retryMs = 15_000;
const maxStored = 20;

export function listSignOuts(): SignOut[] {
  try {
    const stored: unknown = JSON.parse(readFromDevice(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

const listeners = new Set<() => void>();

/** Calls the listener after each change made in this tab. */
export function watchSignOuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function write(signOuts: readonly SignOut[]): void {
  if (signOuts.length > 0) storeOnDevice(key, JSON.stringify(signOuts.slice(-maxStored)));
  else removeFromDevice(key);
  for (const listener of listeners) listener();
}

const isSame = (a: SignOut, b: SignOut) => a.userId === b.userId && a.refreshToken === b.refreshToken;

/** Removes the account from this device, and ends its session on the server when that is reachable. Never rejects. */
export function signOut(account: StoredAccount): Promise<void> {
  write([...listSignOuts().filter((one) => !isSame(one, account)), account]);
  forgetAccount(account.userId);
  return sendSignOuts();
}

/** Whether the session of the cookie is about to end. */
export const isSigningOut = (userId: string): boolean =>
  listSignOuts().some((one) => one.userId === userId) && !isKnown(userId);

/** Whether the account has signed in again. Then the cookie belongs to the new session. */
const isKnown = (userId: string) => listAccounts().some((one) => one.userId === userId);

let sending: Promise<void> | undefined;

/** Sends the pending sign-outs. Failed ones stay pending. Never rejects. */
export function sendSignOuts(): Promise<void> {
  if (listSignOuts().length === 0) return Promise.resolve();
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** Retries when the network is back, and at intervals. */
export function startSendingSignOuts(): void {
  window.addEventListener('online', () => void sendSignOuts());
  window.setInterval(() => void sendSignOuts(), retryMs);
}

async function sendAll(): Promise<void> {
  for (const waiting of listSignOuts()) {
    try {
      await end(waiting);
    } catch {
      continue;
    }
    write(listSignOuts().filter((one) => !isSame(one, waiting)));
  }
}

/** Throws if the server is unreachable or refuses. */
async function end({ userId, refreshToken }: SignOut): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  if (refreshToken) await endByToken(refreshToken, signal);
  // After a new sign-in, the cookies belong to the new session.
  if (!isKnown(userId))
    accept(await send('POST /api/v1/auth/browser/forget', { body: { userId } }, { signal }));
}

async function endByToken(refreshToken: string, signal: AbortSignal): Promise<void> {
  // Without cookies, which may belong to another account.
  const withoutCookies = { signal, credentials: 'omit' } as const;
  const renewed = await send('POST /api/v1/auth/refresh', { body: { refreshToken } }, withoutCookies);
  accept(renewed);
  if (!renewed.ok) return;
  const { accessToken } = toRecord(await renewed.json());
  const headers = { authorization: `Bearer ${accessToken}` };
  accept(await send('POST /api/v1/auth/logout', { body: {} }, { ...withoutCookies, headers }));
}

/** 401 means that the session has already ended. */
function accept({ ok, status }: Response): void {
  if (!ok && status !== 401) throw new Error(`The server answered ${status}`);
}

// Sign-outs that have not reached the server. Each is stored first and sent before any other request: until then the
// session goes on, as scripts cannot remove its cookie.
import { toRecord } from '@lectern/contract/records';
import { forgetAccount, listAccounts, type StoredAccount } from './accounts.ts';
import { readFromDevice, removeFromDevice, storeOnDevice } from './device-storage.ts';
import { send } from './send.ts';

/** With a refresh token where an earlier version stored one. */
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

/** Calls the listener after each change that is made in this tab. */
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

/**
 * Removes the account from this device and ends its session on the server as soon as that can be reached. Never
 * rejects.
 */
export function signOut(account: StoredAccount): Promise<void> {
  write([...listSignOuts().filter((one) => !isSame(one, account)), account]);
  forgetAccount(account.userId);
  return sendSignOuts();
}

/** Whether the session of the cookie is about to be ended. */
export const isSigningOut = (userId: string): boolean =>
  listSignOuts().some((one) => one.userId === userId) && !isKnown(userId);

/** Whether the account signed in again: then the cookie is that of the new session. */
const isKnown = (userId: string) => listAccounts().some((one) => one.userId === userId);

let sending: Promise<void> | undefined;

/** Sends the pending sign-outs; what fails stays pending. Never rejects. */
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

/** Throws when the server cannot be reached or refuses. */
async function end({ userId, refreshToken }: SignOut): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  if (refreshToken) await endByToken(refreshToken, signal);
  // After a new sign-in the cookies are those of the new session.
  if (!isKnown(userId))
    accept(await send('POST /api/v1/auth/browser/forget', { body: { userId } }, { signal }));
}

async function endByToken(refreshToken: string, signal: AbortSignal): Promise<void> {
  // Without the cookies, which may be those of another account.
  const withoutCookies = { signal, credentials: 'omit' } as const;
  const renewed = await send('POST /api/v1/auth/refresh', { body: { refreshToken } }, withoutCookies);
  accept(renewed);
  if (!renewed.ok) return;
  const { accessToken } = toRecord(await renewed.json());
  const headers = { authorization: `Bearer ${accessToken}` };
  accept(await send('POST /api/v1/auth/logout', { body: {} }, { ...withoutCookies, headers }));
}

/** 401 means that the session is over already. */
function accept({ ok, status }: Response): void {
  if (!ok && status !== 401) throw new Error(`The server answered ${status}`);
}

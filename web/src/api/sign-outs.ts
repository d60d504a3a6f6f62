// Pending sign-outs. Each is stored first and sent before any other request. Until then the session remains valid, because
// scripts cannot remove its cookie.
import { type Account, forgetAccount, listAccounts } from './accounts.ts';
import { readFromDevice, removeFromDevice, storeOnDevice } from './device-storage.ts';
import { send } from './send.ts';

const key = 'lectern.sign-outs';
const timeoutMs = 10_000;
const retryMs = 15_000;
const maxStored = 20;

export function listSignOuts(): Account[] {
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

function write(signOuts: readonly Account[]): void {
  if (signOuts.length > 0) storeOnDevice(key, JSON.stringify(signOuts.slice(-maxStored)));
  else removeFromDevice(key);
  for (const listener of listeners) listener();
}

/** Removes the account from this device, and ends its session on the server when that is reachable. Never rejects. */
export function signOut(account: Account): Promise<void> {
  write([...listSignOuts().filter((one) => one.userId !== account.userId), account]);
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
    write(listSignOuts().filter((one) => one.userId !== waiting.userId));
  }
}

/** Throws if the server is unreachable or refuses. */
async function end({ userId }: Account): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  // After a new sign-in, the cookies belong to the new session.
  if (!isKnown(userId))
    accept(await send('POST /api/v1/auth/browser/forget', { body: { userId } }, { signal }));
}

/** 401 means that the session has already ended. */
function accept({ ok, status }: Response): void {
  if (!ok && status !== 401) throw new Error(`The server answered ${status}`);
}

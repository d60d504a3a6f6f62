// Sign-outs that the server has not heard of yet. They are noted before it is asked, and told to it before anything else
// is: until then the session, whose cookie no script can remove, would go on.
import { toRecord } from '@lectern/contract/records';
import { forgetAccount, type KeptAccount, listAccounts } from './accounts.ts';
import { send } from './send.ts';

/** With a token where it was kept so by an earlier version. */
type SignOut = KeptAccount;

const key = 'lectern.sign-outs';
const patienceMs = 10_000;
const retryMs = 15_000;
const maxKept = 20;

export function listSignOuts(): SignOut[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

const listeners = new Set<() => void>();

/** Tells of every change that is made in this tab. */
export function watchSignOuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function write(signOuts: readonly SignOut[]): void {
  if (signOuts.length > 0) localStorage.setItem(key, JSON.stringify(signOuts.slice(-maxKept)));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

const isSame = (a: SignOut, b: SignOut) => a.userId === b.userId && a.refreshToken === b.refreshToken;

/** The account is nobody's on this device any more, and the server is told as soon as it can be. Never rejects. */
export function signOut(account: KeptAccount): Promise<void> {
  write([...listSignOuts().filter((one) => !isSame(one, account)), account]);
  forgetAccount(account.userId);
  return settleSignOuts();
}

/** Whether the session that a cookie still stands for is to be over. */
export const isSigningOut = (userId: string): boolean =>
  listSignOuts().some((one) => one.userId === userId) && !isKnown(userId);

/** They have signed in again since: the cookie is that of the new session. */
const isKnown = (userId: string) => listAccounts().some((one) => one.userId === userId);

let settling: Promise<void> | undefined;

/** Tells the server of what it has not heard; what it cannot be told now waits. Never rejects. */
export function settleSignOuts(): Promise<void> {
  if (listSignOuts().length === 0) return Promise.resolve();
  settling ??= settle().finally(() => {
    settling = undefined;
  });
  return settling;
}

/** As the page is opened, when the network is back, and from time to time while something waits. */
export function keepSettlingSignOuts(): void {
  window.addEventListener('online', () => void settleSignOuts());
  window.setInterval(() => void settleSignOuts(), retryMs);
}

async function settle(): Promise<void> {
  for (const waiting of listSignOuts()) {
    try {
      await end(waiting);
    } catch {
      continue;
    }
    write(listSignOuts().filter((one) => !isSame(one, waiting)));
  }
}

/** Throws when the server cannot be reached, or does not answer as it should. */
async function end({ userId, refreshToken }: SignOut): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  if (refreshToken) await endByToken(refreshToken, signal);
  // Since they have signed in again the cookies are those of the new session.
  if (!isKnown(userId))
    accept(await send('POST /api/v1/auth/browser/forget', { body: { userId } }, { signal }));
}

async function endByToken(refreshToken: string, signal: AbortSignal): Promise<void> {
  // Whoever the cookies are of stays as they are.
  const aside = { signal, credentials: 'omit' } as const;
  const renewed = await send('POST /api/v1/auth/refresh', { body: { refreshToken } }, aside);
  accept(renewed);
  if (!renewed.ok) return;
  const { accessToken } = toRecord(await renewed.json());
  const headers = { authorization: `Bearer ${accessToken}` };
  accept(await send('POST /api/v1/auth/logout', { body: {} }, { ...aside, headers }));
}

/** 401 says that the session is over already. */
function accept({ ok, status }: Response): void {
  if (!ok && status !== 401) throw new Error(`The server answered ${status}`);
}

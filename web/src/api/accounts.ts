// The accounts that are signed in on this device, with what renews their sessions. Kept over reloads.
import type { Session } from '@lectern/contract/auth';

export interface Account {
  userId: string;
  username: string;
  /** None of who signed in by a provider: their cookie alone says who they are. */
  refreshToken: string | null;
}

interface Kept {
  current: string | null;
  accounts: Account[];
}

const key = 'lectern.accounts';

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Kept;
    return Array.isArray(kept.accounts) ? kept : { current: null, accounts: [] };
  } catch {
    return { current: null, accounts: [] };
  }
}

const listeners = new Set<() => void>();

function write(kept: Kept): void {
  localStorage.setItem(key, JSON.stringify(kept));
  for (const listener of listeners) listener();
}

/** Tells of every change that is made in this tab. */
export function watchAccounts(listener: () => void): void {
  listeners.add(listener);
}

export const listAccounts = (): Account[] => readKept().accounts;

/** The account in use. */
export function findAccount(): Account | undefined {
  const { current, accounts } = readKept();
  return accounts.find(({ userId }) => userId === current);
}

function keep(account: Account): void {
  const others = listAccounts().filter(({ userId }) => userId !== account.userId);
  write({ current: account.userId, accounts: [...others, account] });
}

/** A new session of an account, which is now the one in use. */
export const keepSession = ({ user, refreshToken }: Session): void =>
  keep({ userId: user.id, username: user.username, refreshToken });

/** Somebody whom the cookie alone has told of: they are the one in use. */
export function keepUser({ id, username }: { id: string; username: string }): void {
  const known = listAccounts().find(({ userId }) => userId === id);
  keep({ userId: id, username, refreshToken: known?.refreshToken ?? null });
}

/** The account to be used from now on, or nobody's. */
export function chooseAccount(userId: string | null): void {
  write({ ...readKept(), current: userId });
}

/** An account is not offered on this device any more. */
export function forgetAccount(userId: string): void {
  const { current, accounts } = readKept();
  write({
    current: current === userId ? null : current,
    accounts: accounts.filter((one) => one.userId !== userId),
  });
}

/** The account in use is signed out, or its session is over. */
export function forgetCurrent(): void {
  const { current } = readKept();
  if (current) forgetAccount(current);
}

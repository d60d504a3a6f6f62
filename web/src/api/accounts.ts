// The accounts that are signed in on this device, with what renews their sessions. Kept over reloads.
import type { Session } from '@lectern/contract/auth';

export interface Account {
  userId: string;
  username: string;
  refreshToken: string;
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

const write = (kept: Kept): void => localStorage.setItem(key, JSON.stringify(kept));

export const listAccounts = (): Account[] => readKept().accounts;

/** The account in use. */
export function findAccount(): Account | undefined {
  const { current, accounts } = readKept();
  return accounts.find(({ userId }) => userId === current);
}

/** A new session of an account, which is now the one in use. */
export function keepSession({ user, refreshToken }: Session): void {
  const others = listAccounts().filter(({ userId }) => userId !== user.id);
  const account = { userId: user.id, username: user.username, refreshToken };
  write({ current: user.id, accounts: [...others, account] });
}

export function chooseAccount(userId: string): void {
  write({ ...readKept(), current: userId });
}

/** The account in use is signed out, or its session is over. */
export function forgetCurrent(): void {
  const { current, accounts } = readKept();
  write({ current: null, accounts: accounts.filter(({ userId }) => userId !== current) });
}

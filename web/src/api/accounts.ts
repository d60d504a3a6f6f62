// The accounts signed in on this device, by name, in local storage. Their refresh tokens are in cookies that scripts cannot
// read.

import type { BrowserSession } from '@lectern/contract/identity/browser-accounts';
import { isRecord, toRecord } from '@lectern/contract/records';
import { readFromDevice, storeOnDevice } from './device-storage.ts';

export interface Account {
  userId: string;
  username: string;
}

interface StoredAccounts {
  current: string | null;
  accounts: Account[];
}

const key = 'lectern.accounts';

const isAccount = (value: unknown): value is Account =>
  isRecord(value) && typeof value.userId === 'string' && typeof value.username === 'string';

function readStored(): StoredAccounts {
  try {
    const { current, accounts } = toRecord(JSON.parse(readFromDevice(key) ?? ''));
    return {
      current: typeof current === 'string' ? current : null,
      accounts: Array.isArray(accounts) ? accounts.filter(isAccount) : [],
    };
  } catch {
    return { current: null, accounts: [] };
  }
}

const listeners = new Set<() => void>();

function write(stored: StoredAccounts): void {
  storeOnDevice(key, JSON.stringify(stored));
  for (const listener of listeners) listener();
}

/** Calls the listener after each change made in this tab. */
export function watchAccounts(listener: () => void): void {
  listeners.add(listener);
}

export const listAccounts = (): Account[] => readStored().accounts;

/** The current account. */
export function findAccount(): Account | undefined {
  const { current, accounts } = readStored();
  return accounts.find(({ userId }) => userId === current);
}

function save(account: Account): void {
  const others = listAccounts().filter(({ userId }) => userId !== account.userId);
  write({ current: account.userId, accounts: [...others, account] });
}

/** Stores the account of a new session and makes it the current one. */
export const saveSession = ({ user }: BrowserSession): void => saveUser(user);

/** Stores an account and makes it the current one. */
export const saveUser = ({ id, username }: { id: string; username: string }): void =>
  save({ userId: id, username });

/** Sets the current account. Null for none. */
export function chooseAccount(userId: string | null): void {
  write({ ...readStored(), current: userId });
}

/** Removes an account from this device. */
export function forgetAccount(userId: string): void {
  const { current, accounts } = readStored();
  write({
    current: current === userId ? null : current,
    accounts: accounts.filter((one) => one.userId !== userId),
  });
}

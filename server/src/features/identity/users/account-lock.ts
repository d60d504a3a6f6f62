// Serializes changes of accounts across processes, for rules over all accounts: the first one, the last administrator.
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { type Account, accountsLock } from './accounts.ts';
import { hasOtherAdmin } from './store.ts';

export type WithAccountLock = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Runs work in a transaction while no other change of accounts runs, and announces the change. */
export const createAccountLock =
  (database: Database, changes: IdentityChanges): WithAccountLock =>
  (work) =>
    database
      .transaction(async (tx) => {
        await database.dialect.lock(tx, accountsLock);
        return work(tx);
      })
      .finally(() => changes.announce());

export const isActiveAdmin = ({ role, isActive }: Account): boolean => role === 'admin' && isActive === 1;

/** Returns whether no other administrator exists. Call it under the lock. */
export const isLastAdmin = async (tx: Tx, account: Account): Promise<boolean> =>
  isActiveAdmin(account) && !(await hasOtherAdmin(tx, account.id));

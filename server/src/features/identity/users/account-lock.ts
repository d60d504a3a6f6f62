// Changes of accounts one at a time, in every process, for rules over all of them: the first, the last administrator.
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { type Account, accountsLock } from './accounts.ts';
import { hasOtherAdmin } from './store.ts';

export type WithAccountLock = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Runs work in its own transaction while nobody else changes accounts, and announces the change. */
export const createAccountLock =
  (database: Database, changes: IdentityChanges): WithAccountLock =>
  (work) =>
    database
      .transaction(async (tx) => {
        await database.dialect.lock(tx, accountsLock);
        return work(tx);
      })
      .finally(changes.announce);

export const isActiveAdmin = ({ role, isActive }: Account): boolean => role === 'admin' && isActive === 1;

/** Whether no other administrator is left. To be called under the lock. */
export const isLastAdmin = async (tx: Tx, account: Account): Promise<boolean> =>
  isActiveAdmin(account) && !(await hasOtherAdmin(tx, account.id));

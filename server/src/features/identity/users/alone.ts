// Changes of accounts one at a time, in every process, for rules over all of them: the first, the last administrator.
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { type Account, accountsLock } from './accounts.ts';
import { hasOtherAdmin } from './store.ts';

export type Alone = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Runs work in a transaction of its own while nobody else changes accounts, and says that something has changed. */
export const createAlone =
  (database: Database, changes: IdentityChanges): Alone =>
  (work) =>
    database
      .transaction(async (tx) => {
        await database.dialect.lock(tx, accountsLock);
        return work(tx);
      })
      .finally(changes.announce);

export const isActiveAdmin = ({ role, isActive }: Account): boolean => role === 'admin' && isActive === 1;

/** Whether no administrator is left when this account is none. To be asked alone. */
export const isLastAdmin = async (tx: Tx, account: Account): Promise<boolean> =>
  isActiveAdmin(account) && !(await hasOtherAdmin(tx, account.id));

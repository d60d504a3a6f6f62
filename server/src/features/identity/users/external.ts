// Accounts of users whom another system authenticates (features/identity/oidc): created without a password, with the
// permissions that the system assigns.
import { randomInt } from 'node:crypto';
import type { Role } from '@lectern/contract/values';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { createAccountLock, isLastAdmin } from './account-lock.ts';
import { type Account, newRow } from './accounts.ts';
import { foldEmail, foldUsername } from './names.ts';
import {
  findUser,
  findUserByEmail,
  findUserByName,
  hasUsers,
  insertUser,
  type UserChanges,
  updateUser,
} from './store.ts';

interface ExternalPerson {
  /** The preferred user name: valid, without `@`. A suffix is added if it is taken. */
  username: string;
  /** A verified address. Without one, the account gets an address that cannot exist. */
  email: string | undefined;
}

/** Omitted fields are left unchanged. */
interface ExternalChanges {
  role?: Role | undefined;
  /** Empty means all libraries. */
  sharedLibraryIds?: readonly string[] | undefined;
  /** The account's address was verified. */
  emailVerified?: boolean | undefined;
}

export interface ExternalAccounts {
  /**
   * Runs `work` in a transaction while no other change of accounts runs, and again if a name or an address was taken
   * meanwhile. Its changes are rolled back if it throws.
   */
  withLock(work: (tx: Tx) => Promise<Account>): Promise<Account>;
  find(tx: Tx, id: string): Promise<Account | undefined>;
  findByEmail(tx: Tx, email: string): Promise<Account | undefined>;
  /** Creates a reader. Throws `conflict` while no administrator exists, because an account would end the setup. */
  create(tx: Tx, person: ExternalPerson): Promise<Account>;
  /** Returns the changed account. The last active administrator keeps the role. */
  update(tx: Tx, account: Account, wanted: ExternalChanges): Promise<Account>;
}

interface Dependencies {
  database: Database;
  changes: IdentityChanges;
  clock: Clock;
}

const maxAttempts = 5;

export function createExternalAccounts({ database, changes, clock }: Dependencies): ExternalAccounts {
  const withLock = createAccountLock(database, changes);
  const isCollision = (error: unknown): boolean => database.dialect.findUniqueViolation(error) !== undefined;
  return {
    async withLock(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const account = await withLock(work);
          await changes.userChanged(account.id);
          return account;
        } catch (error) {
          if (attempt === maxAttempts || !isCollision(error)) throw error;
        }
      }
    },
    find: (tx, id) => findUser(tx, id),
    findByEmail: (tx, email) => findUserByEmail(tx, foldEmail(email)),
    async create(tx, { username, email }) {
      if (!(await hasUsers(tx))) throw conflict(reason('needs_administrator_first'));
      const name = await findFreeName(tx, username);
      const row = newRow({ username: name, email: email ?? '', role: 'reader' }, null, clock());
      // RFC 6761 reserves `.invalid`, so the address can never exist.
      const address = email ?? `${row.id}@no-address.invalid`;
      const account = {
        ...row,
        email: address,
        emailFolded: foldEmail(address),
        emailVerified: Number(email !== undefined),
      };
      await insertUser(tx, account);
      return account;
    },
    async update(tx, account, { role, sharedLibraryIds, emailVerified }) {
      const change: UserChanges = {};
      if (role !== undefined && role !== account.role && !(await isLastAdmin(tx, account)))
        change.role = role;
      const libraries = sharedLibraryIds && JSON.stringify(sharedLibraryIds);
      if (libraries !== undefined && libraries !== account.sharedLibraryIds)
        change.sharedLibraryIds = libraries;
      if (emailVerified && account.emailVerified === 0) change.emailVerified = 1;
      if (Object.keys(change).length === 0) return account;
      const changed = { ...change, updatedAt: clock() };
      await updateUser(tx, account.id, changed);
      return { ...account, ...changed };
    },
  };
}

const maxNumbered = 9;

/** Tries `anna`, `anna-2` … `anna-9`, then six random digits. */
async function findFreeName(tx: Tx, wanted: string): Promise<string> {
  const stem = [...wanted].slice(0, 56).join('').trim();
  for (let number = 1; ; number++) {
    const ending = number <= maxNumbered ? number : randomInt(100_000, 1_000_000);
    const name = number === 1 ? wanted : `${stem}-${ending}`;
    if (!(await findUserByName(tx, foldUsername(name)))) return name;
  }
}

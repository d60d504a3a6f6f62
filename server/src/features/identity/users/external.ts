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

const maxAttempts = 5;

export class ExternalAccounts {
  readonly #database: Database;
  readonly #changes: IdentityChanges;
  readonly #clock: Clock;
  readonly #withLock;

  constructor(database: Database, changes: IdentityChanges, clock: Clock) {
    this.#database = database;
    this.#changes = changes;
    this.#clock = clock;
    this.#withLock = createAccountLock(database, changes);
  }

  /**
   * Runs `work` in a transaction while no other change of accounts runs, and again if a name or an address was taken
   * meanwhile. Its changes are rolled back if it throws.
   */
  async withLock(work: (tx: Tx) => Promise<Account>): Promise<Account> {
    for (let attempt = 1; ; attempt++) {
      try {
        const account = await this.#withLock(work);
        await this.#changes.userChanged(account.id);
        return account;
      } catch (error) {
        if (attempt === maxAttempts || !this.#isCollision(error)) throw error;
      }
    }
  }

  find(tx: Tx, id: string): Promise<Account | undefined> {
    return findUser(tx, id);
  }

  findByEmail(tx: Tx, email: string): Promise<Account | undefined> {
    return findUserByEmail(tx, foldEmail(email));
  }

  /** Creates a reader. Throws `conflict` while no administrator exists, because an account would end the setup. */
  async create(tx: Tx, { username, email }: ExternalPerson): Promise<Account> {
    if (!(await hasUsers(tx))) throw conflict(reason('needs_administrator_first'));
    const name = await findFreeName(tx, username);
    const row = newRow({ username: name, email, role: 'reader' }, null, this.#clock());
    const account = { ...row, emailVerified: Number(email !== undefined) };
    await insertUser(tx, account);
    return account;
  }

  /** Returns the changed account. The last active administrator keeps the role. */
  async update(
    tx: Tx,
    account: Account,
    { role, sharedLibraryIds, emailVerified }: ExternalChanges,
  ): Promise<Account> {
    const change: UserChanges = {};
    if (role !== undefined && role !== account.role && !(await isLastAdmin(tx, account))) change.role = role;
    const libraries = sharedLibraryIds && JSON.stringify(sharedLibraryIds);
    if (libraries !== undefined && libraries !== account.sharedLibraryIds)
      change.sharedLibraryIds = libraries;
    if (emailVerified && account.emailVerified === 0) change.emailVerified = 1;
    if (Object.keys(change).length === 0) return account;
    const changed = { ...change, updatedAt: this.#clock() };
    await updateUser(tx, account.id, changed);
    return { ...account, ...changed };
  }

  #isCollision(error: unknown): boolean {
    return this.#database.dialect.findUniqueViolation(error) !== undefined;
  }
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

// Accounts for other features: lookup by login, creation, password changes. Account administration is in service.ts.
import { toNoAddress } from '@lectern/contract/identity/no-address';
import type { Role } from '@lectern/contract/values';
import { passwordSchemes, type SchemeName } from '#features/identity/password-schemes/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason, unauthorized } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import { ForeignHashes } from './foreign-hashes.ts';
import { checkNames, foldEmail, foldUsername, isEmailLogin } from './names.ts';
import type { Passwords } from './passwords.ts';
import {
  findFirstAdministrator,
  findUser,
  findUserByEmail,
  findUserByName,
  hasUsers,
  insertUser,
  replaceHash,
  updateAndEndSessions,
  updateUser,
} from './store.ts';

export type Account = UserTable;

export interface NewAccountRow {
  username: string;
  /** Undefined for an account without an address. */
  email?: string | undefined;
  password: string;
  role: Role;
  extraPermissions?: string;
  isActive?: boolean;
  /** The user, not an administrator, entered the address. */
  choseEmail?: boolean;
  language?: string | null;
  /** Restrictions; none by default. */
  limits?: Pick<Account, 'sharedLibraryIds' | 'sharingTags' | 'maxAgeRating' | 'allowUnrated'>;
}

/** A password hash of another program. */
interface ForeignHash {
  scheme: SchemeName | 'lectern';
  hash: string;
}

/** Lock for rules over all accounts: the first account, the last administrator. */
export const accountsLock = 'users';

export class Accounts {
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #clock: Clock;
  readonly #foreignHashes: ForeignHashes;

  constructor(database: Database, passwords: Passwords, clock: Clock) {
    this.#database = database;
    this.#passwords = passwords;
    this.#clock = clock;
    this.#foreignHashes = new ForeignHashes(database, passwords, clock);
  }

  hasAny(): Promise<boolean> {
    return hasUsers(this.#database.db);
  }

  find(id: string, on: Db = this.#database.db): Promise<Account | undefined> {
    return findUser(on, id);
  }

  /** Returns the administrator with the oldest account. */
  findFirstAdministrator(): Promise<Account | undefined> {
    return findFirstAdministrator(this.#database.db);
  }

  /**
   * Finds an account by user name or e-mail address. Also returns the folded form, under which attempts are counted.
   */
  async findByLogin(login: string): Promise<{ account: Account | undefined; foldedLogin: string }> {
    const isEmail = isEmailLogin(login);
    const foldedLogin = isEmail ? foldEmail(login) : foldUsername(login);
    const account = await (isEmail ? findUserByEmail : findUserByName)(this.#database.db, foldedLogin);
    return { account, foldedLogin };
  }

  /** Throws `conflict` if the name or the address is taken. */
  async create(account: NewAccountRow): Promise<Account> {
    const row = await this.#toRow(account);
    return insert(this.#database.db, row).catch((error: unknown) => refuseTaken(this.#database, error));
  }

  /** Creates the first account. Undefined if an account exists. Of concurrent calls in any process, one succeeds. */
  async createFirst(account: NewAccountRow): Promise<Account | undefined> {
    if (await hasUsers(this.#database.db)) return undefined;
    const row = await this.#toRow(account);
    return this.#database.transaction(async (tx) => {
      await this.#database.dialect.lock(tx, accountsLock);
      return (await hasUsers(tx)) ? undefined : insert(tx, row);
    });
  }

  /**
   * Creates an imported account. Without a hash, or with one that cannot be verified, it has no password. Throws
   * `conflict` like `create`.
   */
  async createMoved(
    tx: Tx,
    account: Omit<NewAccountRow, 'password'>,
    foreign: ForeignHash | undefined,
  ): Promise<Account> {
    const stored = foreign && toStored(foreign);
    this.#foreignHashes.forget();
    return this.createHashed(tx, account, stored ?? null);
  }

  /** Creates an account with a hash of `hashPassword`, or without a password. Throws `conflict` like `create`. */
  async createHashed(
    tx: Tx,
    account: Omit<NewAccountRow, 'password'>,
    passwordHash: string | null,
  ): Promise<Account> {
    checkNames(account.username, account.email ?? '');
    return insert(tx, newRow(account, passwordHash, this.#clock())).catch((error: unknown) =>
      refuseTaken(this.#database, error),
    );
  }

  /** Takes the same time for an unknown account. A hash with old parameters or of another program is renewed. */
  async checkPassword(account: Account | undefined, password: string): Promise<boolean> {
    const stored = account?.passwordHash ?? null;
    const fits = await this.#passwords.verify(stored, password, await this.#foreignHashes.list());
    if (!fits || !account || stored === null) return false;
    if (this.#passwords.isOutdated(stored))
      await replaceHash(this.#database.db, {
        id: account.id,
        from: stored,
        to: await this.#passwords.hash(password),
      });
    return true;
  }

  /** Verifies another secret of a user against a hash of `hashPassword`. */
  verifyHash(stored: string, secret: string): Promise<boolean> {
    return this.#passwords.verify(stored, secret);
  }

  hashPassword(password: string): Promise<string> {
    return this.#passwords.hash(password);
  }

  /**
   * Ends all sessions of the user except those that receive the returned version. Announce the change after the
   * transaction. Throws `unauthorized` if the user was deleted meanwhile.
   */
  endSessions(tx: Tx, id: string): Promise<number> {
    return changeAndEndSessions(tx, id, {});
  }

  /** Also ends all sessions. */
  setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<number> {
    return changeAndEndSessions(tx, id, { passwordHash, updatedAt: this.#clock() });
  }

  setLanguage(id: string, language: string | null): Promise<void> {
    return updateUser(this.#database.db, id, { language, updatedAt: this.#clock() });
  }

  markSignedIn(tx: Tx, id: string): Promise<void> {
    return updateUser(tx, id, { lastLoginAt: this.#clock() });
  }

  async #toRow(account: NewAccountRow): Promise<Account> {
    checkNames(account.username, account.email ?? '');
    const passwordHash = await this.#passwords.hash(account.password);
    return newRow(account, passwordHash, this.#clock());
  }
}

const insert = async (on: Db, row: Account): Promise<Account> => {
  await insertUser(on, row);
  return row;
};

async function changeAndEndSessions(
  ...[tx, id, changes]: Parameters<typeof updateAndEndSessions>
): Promise<number> {
  const tokenVersion = await updateAndEndSessions(tx, id, changes);
  if (tokenVersion === undefined) throw unauthorized(reason('account_gone'));
  return tokenVersion;
}

/** A hash of another Lectern has our format. It is checked against the same bounds as hashes of other programs. */
function toStored({ scheme, hash }: ForeignHash): string | undefined {
  const stored = passwordSchemes.toStored(scheme === 'lectern' ? 'argon2' : scheme, hash);
  return scheme === 'lectern' && stored !== undefined ? hash : stored;
}

/** Returns the row of a new account. `passwordHash` is null for an account without a password. */
export function newRow(
  account: Omit<NewAccountRow, 'password'>,
  passwordHash: string | null,
  nowMs: number,
): Account {
  const id = newId(nowMs);
  const email = account.email ?? toNoAddress(id);
  return {
    id,
    username: account.username,
    usernameFolded: foldUsername(account.username),
    email,
    emailFolded: foldEmail(email),
    passwordHash,
    role: account.role,
    extraPermissions: account.extraPermissions ?? '[]',
    isActive: account.isActive === false ? 0 : 1,
    emailVerified: 0,
    choseEmail: account.choseEmail === true && account.email !== undefined ? 1 : 0,
    language: account.language ?? null,
    tokenVersion: 0,
    sharedLibraryIds: '[]',
    sharingTags: '[]',
    maxAgeRating: null,
    allowUnrated: 1,
    ...account.limits,
    lastLoginAt: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Throws `not_found`. */
export async function getAccount(on: Db, id: string): Promise<Account> {
  const account = await findUser(on, id);
  if (!account) throw notFound('user');
  return account;
}

/** Throws `conflict` if a name or an address is taken, and rethrows any other error. */
export function refuseTaken({ dialect }: Pick<Database, 'dialect'>, error: unknown): never {
  const constraint = dialect.findUniqueViolation(error);
  if (constraint === 'user_usernameFolded_key')
    throw conflict(reason('username_taken'), { field: 'username' });
  if (constraint === 'user_emailFolded_key') throw conflict(reason('email_taken'), { field: 'email' });
  throw error;
}

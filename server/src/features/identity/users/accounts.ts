// Accounts for other features: lookup by login, creation, password changes. Account administration is in service.ts.
import type { Role } from '@lectern/contract/values';
import { passwordSchemes, type SchemeName } from '#features/identity/password-schemes/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason, unauthorized } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import { createForeignHashes } from './foreign-hashes.ts';
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
  email: string;
  password: string;
  role: Role;
  extraPermissions?: string;
  isActive?: boolean;
  /** Restrictions; none by default. */
  limits?: Pick<Account, 'sharedLibraryIds' | 'sharingTags' | 'maxAgeRating' | 'allowUnrated'>;
}

/** A password hash of another program. */
interface ForeignHash {
  scheme: SchemeName | 'lectern';
  hash: string;
}

export interface AccountDependencies {
  database: Database;
  passwords: Passwords;
  clock: Clock;
}

export interface Accounts {
  hasAny(): Promise<boolean>;
  find(id: string, on?: Db): Promise<Account | undefined>;
  /** Returns the administrator with the oldest account. */
  findFirstAdministrator(): Promise<Account | undefined>;
  /**
   * Finds an account by user name or e-mail address. Also returns the folded form, under which attempts are counted.
   */
  findByLogin(login: string): Promise<{ account: Account | undefined; foldedLogin: string }>;
  /** Throws `conflict` if the name or the address is taken. */
  create(account: NewAccountRow): Promise<Account>;
  /** Creates the first account. Undefined if an account exists. Of concurrent calls in any process, one succeeds. */
  createFirst(account: NewAccountRow): Promise<Account | undefined>;
  /**
   * Creates an imported account. Without a hash, or with one that cannot be verified, it has no password. Throws
   * `conflict` like `create`.
   */
  createMoved(
    tx: Tx,
    account: Omit<NewAccountRow, 'password'>,
    foreign: ForeignHash | undefined,
  ): Promise<Account>;
  /** Takes the same time for an unknown account. A hash with old parameters or of another program is renewed. */
  checkPassword(account: Account | undefined, password: string): Promise<boolean>;
  hashPassword(password: string): Promise<string>;
  /**
   * Ends all sessions of the user except those that receive the returned version. Announce the change after the
   * transaction. Throws `unauthorized` if the user was deleted meanwhile.
   */
  endSessions(tx: Tx, id: string): Promise<number>;
  /** Also ends all sessions. */
  setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<number>;
  markSignedIn(tx: Tx, id: string): Promise<void>;
}

/** Lock for rules over all accounts: the first account, the last administrator. */
export const accountsLock = 'users';

export function createAccounts({ database, passwords, clock }: AccountDependencies): Accounts {
  const { db, dialect } = database;
  const foreignHashes = createForeignHashes({ database, passwords, clock });
  const toRow = async (account: NewAccountRow): Promise<Account> => {
    checkNames(account.username, account.email);
    const passwordHash = await passwords.hash(account.password);
    return newRow(account, passwordHash, clock());
  };
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
  return {
    hasAny: () => hasUsers(db),
    find: (id, on = db) => findUser(on, id),
    findFirstAdministrator: () => findFirstAdministrator(db),
    async findByLogin(login) {
      const isEmail = isEmailLogin(login);
      const foldedLogin = isEmail ? foldEmail(login) : foldUsername(login);
      const account = await (isEmail ? findUserByEmail : findUserByName)(db, foldedLogin);
      return { account, foldedLogin };
    },
    async create(account) {
      const row = await toRow(account);
      return insert(db, row).catch((error: unknown) => refuseTaken(database, error));
    },
    async createFirst(account) {
      if (await hasUsers(db)) return undefined;
      const row = await toRow(account);
      return database.transaction(async (tx) => {
        await dialect.lock(tx, accountsLock);
        return (await hasUsers(tx)) ? undefined : insert(tx, row);
      });
    },
    async createMoved(tx, account, foreign) {
      checkNames(account.username, account.email);
      const stored = foreign && toStored(foreign);
      foreignHashes.forget();
      return insert(tx, newRow(account, stored ?? null, clock())).catch((error: unknown) =>
        refuseTaken(database, error),
      );
    },
    async checkPassword(account, password) {
      const stored = account?.passwordHash ?? null;
      const fits = await passwords.verify(stored, password, await foreignHashes.list());
      if (!fits || !account || stored === null) return false;
      if (passwords.isOutdated(stored))
        await replaceHash(db, { id: account.id, from: stored, to: await passwords.hash(password) });
      return true;
    },
    hashPassword: (password) => passwords.hash(password),
    endSessions: (tx, id) => changeAndEndSessions(tx, id, {}),
    setPasswordHash: (tx, id, passwordHash) =>
      changeAndEndSessions(tx, id, { passwordHash, updatedAt: clock() }),
    markSignedIn: (tx, id) => updateUser(tx, id, { lastLoginAt: clock() }),
  };
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
  return {
    id: newId(nowMs),
    username: account.username,
    usernameFolded: foldUsername(account.username),
    email: account.email,
    emailFolded: foldEmail(account.email),
    passwordHash,
    role: account.role,
    extraPermissions: account.extraPermissions ?? '[]',
    isActive: account.isActive === false ? 0 : 1,
    emailVerified: 0,
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

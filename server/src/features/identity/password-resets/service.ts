// Links by which a user sets a new password, created by an administrator or on the command line.
import type { CreatedPasswordReset } from '@lectern/contract/identity/password-resets';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import type { Account, Accounts, WithAccountLock } from '#features/identity/users/index.ts';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import { refuseApiKey, requirePermission, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, Problem, reason } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSecret, hashSecret } from '#infrastructure/random-secrets.ts';
import type { PasswordResetTable } from '#schema/tables/identity/password-reset.ts';
import { deleteReset, findReset, replaceReset } from './store.ts';

export interface PasswordResetDependencies {
  database: Database;
  accounts: Accounts;
  auth: Pick<Auth, 'guard'>;
  withAccountLock: WithAccountLock;
  clock: Clock;
  log: Log;
}

interface OpenReset {
  row: PasswordResetTable;
  account: Account;
}

const hourMs = 3_600_000;

/** Lifetime of a link of the command line. */
export const commandLineHours = 24;

export class PasswordResets {
  readonly #deps: PasswordResetDependencies;

  constructor(deps: PasswordResetDependencies) {
    this.#deps = deps;
  }

  /** Throws like a change of the user, and `conflict` if the account is disabled. */
  async create(viewer: Viewer, userId: string, hours: number): Promise<CreatedPasswordReset> {
    refuseApiKey(viewer);
    const account = await this.#deps.accounts.find(userId);
    if (!account) throw notFound('user');
    requireAuthority(viewer, userId, account);
    return this.#store(account, viewer.userId, hours);
  }

  /** For the command line, by user name or e-mail address. Throws `not_found` and `conflict`. */
  async createFor(login: string): Promise<CreatedPasswordReset & { username: string }> {
    const { account } = await this.#deps.accounts.findByLogin(login);
    if (!account) throw notFound('user');
    return { ...(await this.#store(account, null, commandLineHours)), username: account.username };
  }

  async check(secret: string, request: CallRequest): Promise<{ username: string; expiresAt: string }> {
    const { row, account } = await this.#admit(secret, request);
    return { username: account.username, expiresAt: toTime(row.expiresAt) };
  }

  /** Ends all sessions of the user. Only one of several concurrent calls succeeds, in any process. */
  async use({ secret, password }: { secret: string; password: string }, request: CallRequest): Promise<void> {
    const { accounts, withAccountLock, log } = this.#deps;
    await this.#admit(secret, request);
    const passwordHash = await accounts.hashPassword(password);
    const userId = await withAccountLock(async (tx) => {
      const { account } = await this.#getOpen(tx, secret);
      await accounts.setPasswordHash(tx, account.id, passwordHash);
      await deleteReset(tx, hashSecret(secret));
      return account.id;
    });
    log.info({ requestId: request.id, address: request.ip, userId }, 'password set by a reset link');
  }

  async #store(account: Account, creatorId: string | null, hours: number): Promise<CreatedPasswordReset> {
    if (account.isActive !== 1) throw conflict(reason('reset_disabled'));
    const { database, clock } = this.#deps;
    const secret = createSecret();
    const createdAt = clock();
    const expiresAt = createdAt + hours * hourMs;
    const { id: userId, tokenVersion } = account;
    const row = { userId, secretHash: hashSecret(secret), creatorId, tokenVersion, createdAt, expiresAt };
    await database.transaction((tx) => replaceReset(tx, row));
    return { secret, expiresAt: toTime(expiresAt) };
  }

  async #admit(secret: string, request: CallRequest): Promise<OpenReset> {
    const { auth, database } = this.#deps;
    const admitted = await auth.guard.admitSecret(secret, request.ip, request.signal());
    try {
      const open = await this.#getOpen(database.db, secret);
      admitted.succeed();
      return open;
    } catch (error) {
      admitted.fail();
      throw error;
    }
  }

  /** Throws `gone` if the link cannot be used. */
  async #getOpen(db: Db, secret: string): Promise<OpenReset> {
    const { accounts, clock } = this.#deps;
    const row = await findReset(db, hashSecret(secret));
    const account = row && (await accounts.find(row.userId, db));
    if (
      !row ||
      row.expiresAt <= clock() ||
      account?.isActive !== 1 ||
      account.tokenVersion !== row.tokenVersion ||
      !(await this.#mayChange(db, row.creatorId, account))
    )
      throw new Problem('gone', reason('reset_over'));
    return { row, account };
  }

  /** Returns whether the creator of the link may still change the account. */
  async #mayChange(db: Db, creatorId: string | null, account: Account): Promise<boolean> {
    if (creatorId === null) return true;
    const creator = await this.#deps.accounts.find(creatorId, db);
    if (creator?.isActive !== 1) return false;
    const viewer = toViewer(creator, 'password', { sessionId: null });
    try {
      requirePermission(viewer, 'users:write');
      requireAuthority(viewer, account.id, account);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }
}

// Links by which a user sets a new password, created by an administrator, on the command line, or requested by e-mail.
import { isNoAddress } from '@lectern/contract/identity/no-address';
import type { CreatedPasswordReset } from '@lectern/contract/identity/password-resets';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import { formatTime, type Mail, toTexts } from '#features/identity/mail/index.ts';
import type { Account, Accounts, WithAccountLock } from '#features/identity/users/index.ts';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import { refuseApiKey, requirePermission, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { conflict, forbidden, notFound, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import type { PasswordResetTable } from '#schema/tables/identity/password-reset.ts';
import { deleteReset, findReset, findResetOf, replaceReset } from './store.ts';

export interface PasswordResetDependencies {
  database: Database;
  accounts: Accounts;
  auth: Pick<Auth, 'guard'>;
  withAccountLock: WithAccountLock;
  mail: Mail;
  clock: Clock;
  log: Log;
  /** Whether users can request links by e-mail. */
  isByMail(): boolean;
}

interface Wanted {
  hours: number;
  sendMail: boolean;
  language: string | null;
}

interface StoredLink {
  secret: string;
  expiresAt: string;
}

interface OpenReset {
  row: PasswordResetTable;
  account: Account;
}

const hourMs = 3_600_000;
/** Lifetime of a link that a user requested. */
const requestedHours = 0.5;
/** Time between two messages to an account. */
const betweenMs = 20 * 60_000;

/** Lifetime of a link of the command line. */
export const commandLineHours = 24;

export class PasswordResets {
  readonly #deps: PasswordResetDependencies;
  readonly #sending = new Set<Promise<void>>();

  constructor(deps: PasswordResetDependencies) {
    this.#deps = deps;
  }

  /** Throws like a change of the user, and `conflict` if the account is disabled or the link cannot be mailed. */
  async create(viewer: Viewer, userId: string, wanted: Wanted): Promise<CreatedPasswordReset> {
    refuseApiKey(viewer);
    const { accounts, mail } = this.#deps;
    const account = await accounts.find(userId);
    if (!account) throw notFound('user');
    requireAuthority(viewer, userId, account);
    if (wanted.sendMail) {
      await mail.requireLinks();
      if (isNoAddress(account.email)) throw conflict(reason('mail_no_recipient'));
    }
    const link = await this.#store(account, viewer.userId, wanted.hours);
    return { ...link, mailError: wanted.sendMail ? await this.#send(account, link, wanted.language) : null };
  }

  /**
   * Sends a link after the response, so that neither its content nor its time shows whether the account exists. Throws
   * `forbidden` if links are not sent by e-mail.
   */
  async request(login: string, language: string | null, request: CallRequest): Promise<void> {
    const { auth, mail, log } = this.#deps;
    if (!this.#deps.isByMail() || !(await mail.canSendLinks())) throw forbidden(reason('reset_by_mail_off'));
    await auth.guard.admitMailRequest(request.ip, request.signal());
    const sending: Promise<void> = this.#sendRequested(login, language)
      .catch((err: unknown) =>
        log.error({ requestId: request.id, err }, 'failed to send a password reset link'),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Resolves when no message is being sent. */
  async close(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /** For the command line, by user name or e-mail address. Throws `not_found` and `conflict`. */
  async createFor(login: string): Promise<StoredLink & { username: string }> {
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

  async #sendRequested(login: string, language: string | null): Promise<void> {
    const { accounts, database, clock, log } = this.#deps;
    const { account } = await accounts.findByLogin(login);
    if (account?.isActive !== 1 || account.passwordHash === null || isNoAddress(account.email)) return;
    const earlier = await findResetOf(database.db, account.id);
    const nowMs = clock();
    if (earlier && earlier.createdAt > nowMs - betweenMs) return;
    if (earlier && earlier.creatorId !== null && earlier.expiresAt > nowMs) return;
    const link = await this.#store(account, null, requestedHours);
    const fault = await this.#send(account, link, language);
    if (!fault) return;
    // The user can request another link immediately.
    await deleteReset(database.db, hashSecret(link.secret));
    log.warn({ userId: account.id, reason: fault.message }, 'failed to send a password reset link');
  }

  /** Returns why the message was not sent. `callerLanguage` is used for accounts without a language. */
  #send(account: Account, link: StoredLink, callerLanguage: string | null): Promise<Reason | null> {
    const { mail } = this.#deps;
    const { username, email } = account;
    const language = account.language ?? callerLanguage;
    const text = toTexts(language).reset({
      username,
      link: mail.toLink('reset', link.secret),
      expiresAt: formatTime(language, Date.parse(link.expiresAt)),
    });
    return mail.trySend({ to: email, ...text });
  }

  async #store(account: Account, creatorId: string | null, hours: number): Promise<StoredLink> {
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

// Sessions: each sign-in starts a family of refresh tokens, of which one at a time can be exchanged for the next pair.
//
// Reuse. A refresh token works once. If a used token is sent, it was stolen: the whole family ends, including every
// access token and cookie of that sign-in (RFC 9700 §4.14.2).
// Grace. Two tabs of a browser may refresh with the same token concurrently, which must not end the session. For
// `graceMs` after its first use, a token therefore returns further pairs, at most `maxGracePairs`. A thief cannot
// exploit that period: their own first use starts it, and the owner's next refresh after it ends the family.
import { maxSessions, maxSessionsListed } from '@lectern/contract/identity/auth';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { reason, unauthorized } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import type { RefreshTokenTable } from '#schema/tables/identity/refresh-token.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import {
  countTokensSince,
  deleteOld,
  findSessionUser,
  findToken,
  insertSession,
  insertToken,
  type LivingSession,
  listLiving,
  markSeen,
  markTokenUsed,
  moveFamily,
  prolongFamily,
  revokeBeyond,
  revokeFamily,
} from './store.ts';

export const graceMs = 20_000;
const maxGracePairs = 10;

/** A process writes the last use of a session at most this often. */
const seenEveryMs = 5 * 60_000;
/** Number of sessions whose last use a process caches. */
const maxSeen = 10_000;
/** Maximum length of a stored user agent. */
const maxAgentLength = 300;

/** Tokens stored per user: enough for seven devices that are always on and refresh every 15 minutes. */
const maxTokens = 20_000;

export interface NewSession {
  user: UserTable;
  sessionId: string;
  /** 256 random bits, of which only the hash is stored. */
  refreshToken: string;
}

type Refreshed =
  | { kind: 'renewed'; session: NewSession }
  /** Unknown, expired or revoked. */
  | { kind: 'refused' }
  /** Used before; its family was ended. */
  | { kind: 'reused'; userId: string; sessionId: string };

interface Dependencies {
  database: Database;
  accounts: Accounts;
  changes: IdentityChanges;
  clock: Clock;
  log: Log;
  lifetimeMs: number;
}

export class Sessions {
  readonly #deps: Dependencies;
  readonly #seen = createRecent<number>(maxSeen);

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Signs in an authenticated user. `agent` is the client's user agent. Throws `unauthorized` if the user was
   * deleted meanwhile.
   */
  async start(user: UserTable, agent: string): Promise<NewSession> {
    const { session, ended } = await this.#deps.database.transaction(async (tx) => {
      await this.#deps.accounts.markSignedIn(tx, user.id);
      const of = { userId: user.id, nowMs: this.#deps.clock() };
      await deleteOld(tx, { ...of, keep: maxTokens });
      const ended = await revokeBeyond(tx, { ...of, keep: maxSessions - 1 });
      return { session: await this.#begin(tx, user, agent), ended };
    });
    if (ended > 0) this.#deps.changes.announce();
    return session;
  }

  async refresh(refreshToken: string): Promise<Refreshed> {
    const tokenHash = hashSecret(refreshToken);
    const token = await findToken(this.#deps.database.db, tokenHash);
    if (!token) return { kind: 'refused' };
    const refreshed = await this.#withLock(token.familyId, (tx) => this.#renew(tx, tokenHash));
    if (refreshed.kind === 'reused') this.#deps.changes.announce();
    return refreshed;
  }

  async end(sessionId: string): Promise<void> {
    await this.#withLock(sessionId, (tx) => revokeFamily(tx, sessionId, this.#deps.clock()));
    this.#deps.changes.announce();
  }

  /** Lists the user's active sessions, the last used first. */
  list(userId: string): Promise<LivingSession[]> {
    return listLiving(this.#deps.database.db, { userId, nowMs: this.#deps.clock(), max: maxSessionsListed });
  }

  /** Returns the session of a refresh token of this user, which may have ended. */
  find(userId: string, refreshToken: string): Promise<string | undefined> {
    return findFamily(this.#deps.database.db, userId, refreshToken);
  }

  /** Ends the session of a refresh token if it belongs to this user. */
  async endByToken(userId: string, refreshToken: string): Promise<void> {
    const sessionId = await findFamily(this.#deps.database.db, userId, refreshToken);
    if (sessionId !== undefined) await this.end(sessionId);
  }

  /** Keeps a session valid under a new token version of its user. */
  move(tx: Tx, sessionId: string, tokenVersion: number): Promise<void> {
    return moveFamily(tx, sessionId, tokenVersion);
  }

  /** Extends an active session to the lifetime of a new one. Returns its expiry. */
  async prolong(sessionId: string): Promise<number> {
    const expiresAtMs = this.#deps.clock() + this.#deps.lifetimeMs;
    await prolongFamily(this.#deps.database.db, sessionId, expiresAtMs);
    return expiresAtMs;
  }

  /** Returns the user of an active session and records its use. */
  async findUser(userId: string, sessionId: string): Promise<UserTable | undefined> {
    const user = await findSessionUser(this.#deps.database.db, {
      userId,
      familyId: sessionId,
      nowMs: this.#deps.clock(),
    });
    if (user) this.#noteSeen(this.#seen, sessionId);
    return user;
  }

  /** Changes of a family are serialized, so that a refresh cannot revive a session that a sign-out ends. */
  #withLock<T>(familyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `session ${familyId}`);
      return work(tx);
    });
  }

  async #issue(tx: Tx, user: UserTable, familyId: string): Promise<NewSession> {
    const nowMs = this.#deps.clock();
    const refreshToken = createSecret();
    await insertToken(tx, {
      id: newId(nowMs),
      familyId,
      userId: user.id,
      tokenHash: hashSecret(refreshToken),
      tokenVersion: user.tokenVersion,
      createdAt: nowMs,
      expiresAt: nowMs + this.#deps.lifetimeMs,
      usedAt: null,
      revokedAt: null,
    });
    return { user, sessionId: familyId, refreshToken };
  }

  async #begin(tx: Tx, user: UserTable, agent: string): Promise<NewSession> {
    const nowMs = this.#deps.clock();
    const id = newId(nowMs);
    const row = {
      id,
      userId: user.id,
      agent: agent.slice(0, maxAgentLength) || null,
      createdAt: nowMs,
      seenAt: nowMs,
    };
    await insertSession(tx, row).catch((error: unknown) => {
      // The user was deleted by a concurrent request.
      if (this.#deps.database.dialect.isMissingReference(error)) throw unauthorized(reason('account_gone'));
      throw error;
    });
    return this.#issue(tx, user, id);
  }

  /** Writes in the background, at most once per `seenEveryMs`. */
  #noteSeen(seen: ReturnType<typeof createRecent<number>>, id: string): void {
    const seenAt = this.#deps.clock();
    const notAfterMs = seenAt - seenEveryMs;
    if ((seen.get(id) ?? 0) > notAfterMs) return;
    seen.set(id, seenAt);
    markSeen(this.#deps.database.db, { id, seenAt, notAfterMs }).catch((error: unknown) =>
      this.#deps.log.warn({ err: error, sessionId: id }, 'failed to update the last-used time of a session'),
    );
  }

  async #renew(tx: Tx, tokenHash: string): Promise<Refreshed> {
    const token = await findToken(tx, tokenHash);
    if (!token) return { kind: 'refused' };
    const { userId, familyId } = token;
    const nowMs = this.#deps.clock();
    const verdict = await mayUse(tx, token, nowMs);
    if (verdict === 'no') return { kind: 'refused' };
    if (verdict === 'reused') {
      await revokeFamily(tx, familyId, nowMs);
      return { kind: 'reused', userId, sessionId: familyId };
    }
    const user = await findSessionUser(tx, { userId, familyId, nowMs });
    if (!user) return { kind: 'refused' };
    if (token.usedAt === null) await markTokenUsed(tx, token.id, nowMs);
    await deleteOld(tx, { userId, nowMs, keep: maxTokens });
    return { kind: 'renewed', session: await this.#issue(tx, user, familyId) };
  }
}

async function mayUse(tx: Tx, token: RefreshTokenTable, nowMs: number): Promise<'yes' | 'no' | 'reused'> {
  if (token.revokedAt !== null || token.expiresAt <= nowMs) return 'no';
  if (token.usedAt === null) return 'yes';
  if (Math.abs(nowMs - token.usedAt) > graceMs) return 'reused';
  return (await countTokensSince(tx, token.familyId, token.usedAt)) <= maxGracePairs ? 'yes' : 'no';
}

async function findFamily(db: Db, userId: string, refreshToken: string): Promise<string | undefined> {
  const token = await findToken(db, hashSecret(refreshToken));
  return token?.userId === userId ? token.familyId : undefined;
}

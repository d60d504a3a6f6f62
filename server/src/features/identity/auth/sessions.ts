// Sessions: each sign-in starts a family of refresh tokens, of which one at a time can be exchanged for the next pair.
//
// Reuse. A refresh token works once. If a used token is sent, it was stolen: the whole family ends, including every
// access token and cookie of that sign-in (RFC 9700 §4.14.2).
// Grace. Two tabs of a browser may refresh with the same token concurrently, which must not end the session. For
// `graceMs` after its first use, a token therefore returns further pairs, at most `maxGracePairs`. A thief cannot
// exploit that period: their own first use starts it, and the owner's next refresh after it ends the family.
import { createHash, randomBytes } from 'node:crypto';
import { maxSessions, maxSessionsListed } from '@lectern/contract/identity/auth';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { reason, unauthorized } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
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

export interface Sessions {
  /**
   * Signs in an authenticated user. `agent` is the client's user agent. Throws `unauthorized` if the user was deleted
   * meanwhile.
   */
  start(user: UserTable, agent: string): Promise<NewSession>;
  refresh(refreshToken: string): Promise<Refreshed>;
  end(sessionId: string): Promise<void>;
  /** Lists the user's active sessions, the last used first. */
  list(userId: string): Promise<LivingSession[]>;
  /** Returns the session of a refresh token of this user, which may have ended. */
  find(userId: string, refreshToken: string): Promise<string | undefined>;
  /** Ends the session of a refresh token if it belongs to this user. */
  endByToken(userId: string, refreshToken: string): Promise<void>;
  /** Keeps a session valid under a new token version of its user. */
  move(tx: Tx, sessionId: string, tokenVersion: number): Promise<void>;
  /** Extends an active session to the lifetime of a new one. Returns its expiry. */
  prolong(sessionId: string): Promise<number>;
  /** Returns the user of an active session and records its use. */
  findUser(userId: string, sessionId: string): Promise<UserTable | undefined>;
}

interface Dependencies {
  database: Database;
  accounts: Accounts;
  changes: IdentityChanges;
  clock: Clock;
  log: Log;
  lifetimeMs: number;
}

export const createSessions = (deps: Dependencies): Sessions => {
  const seen = createRecent<number>(maxSeen);
  const { database, clock } = deps;
  return {
    start: (user, agent) => start(deps, user, agent),
    refresh: (refreshToken) => refresh(deps, refreshToken),
    end: (sessionId) => end(deps, sessionId),
    list: (userId) => listLiving(database.db, { userId, nowMs: clock(), max: maxSessionsListed }),
    find: (userId, refreshToken) => findFamily(database.db, userId, refreshToken),
    async endByToken(userId, refreshToken) {
      const sessionId = await findFamily(database.db, userId, refreshToken);
      if (sessionId !== undefined) await end(deps, sessionId);
    },
    move: moveFamily,
    async prolong(sessionId) {
      const expiresAtMs = clock() + deps.lifetimeMs;
      await prolongFamily(database.db, sessionId, expiresAtMs);
      return expiresAtMs;
    },
    async findUser(userId, sessionId) {
      const user = await findSessionUser(database.db, { userId, familyId: sessionId, nowMs: clock() });
      if (user) noteSeen(deps, seen, sessionId);
      return user;
    },
  };
};

async function start(deps: Dependencies, user: UserTable, agent: string): Promise<NewSession> {
  const { session, ended } = await deps.database.transaction(async (tx) => {
    await deps.accounts.markSignedIn(tx, user.id);
    const of = { userId: user.id, nowMs: deps.clock() };
    await deleteOld(tx, { ...of, keep: maxTokens });
    const ended = await revokeBeyond(tx, { ...of, keep: maxSessions - 1 });
    return { session: await begin(deps, tx, user, agent), ended };
  });
  if (ended > 0) deps.changes.announce();
  return session;
}

async function refresh(deps: Dependencies, refreshToken: string): Promise<Refreshed> {
  const tokenHash = hashToken(refreshToken);
  const token = await findToken(deps.database.db, tokenHash);
  if (!token) return { kind: 'refused' };
  const refreshed = await withLock(deps, token.familyId, (tx) => renew(deps, tx, tokenHash));
  if (refreshed.kind === 'reused') deps.changes.announce();
  return refreshed;
}

async function end(deps: Dependencies, sessionId: string): Promise<void> {
  await withLock(deps, sessionId, (tx) => revokeFamily(tx, sessionId, deps.clock()));
  deps.changes.announce();
}

/** Changes of a family are serialized, so that a refresh cannot revive a session that a sign-out ends. */
const withLock = <T>(
  { database }: Dependencies,
  familyId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await database.dialect.lock(tx, `session ${familyId}`);
    return work(tx);
  });

async function issue(
  { clock, lifetimeMs }: Dependencies,
  tx: Tx,
  user: UserTable,
  familyId: string,
): Promise<NewSession> {
  const nowMs = clock();
  const refreshToken = randomBytes(32).toString('base64url');
  await insertToken(tx, {
    id: newId(nowMs),
    familyId,
    userId: user.id,
    tokenHash: hashToken(refreshToken),
    tokenVersion: user.tokenVersion,
    createdAt: nowMs,
    expiresAt: nowMs + lifetimeMs,
    usedAt: null,
    revokedAt: null,
  });
  return { user, sessionId: familyId, refreshToken };
}

async function begin(deps: Dependencies, tx: Tx, user: UserTable, agent: string): Promise<NewSession> {
  const nowMs = deps.clock();
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
    if (deps.database.dialect.isMissingReference(error)) throw unauthorized(reason('account_gone'));
    throw error;
  });
  return issue(deps, tx, user, id);
}

/** Writes in the background, at most once per `seenEveryMs`. */
function noteSeen(
  { database, clock, log }: Dependencies,
  seen: ReturnType<typeof createRecent<number>>,
  id: string,
): void {
  const seenAt = clock();
  const notAfterMs = seenAt - seenEveryMs;
  if ((seen.get(id) ?? 0) > notAfterMs) return;
  seen.set(id, seenAt);
  markSeen(database.db, { id, seenAt, notAfterMs }).catch((error: unknown) =>
    log.warn({ err: error, sessionId: id }, 'failed to update the last-used time of a session'),
  );
}

async function mayUse(tx: Tx, token: RefreshTokenTable, nowMs: number): Promise<'yes' | 'no' | 'reused'> {
  if (token.revokedAt !== null || token.expiresAt <= nowMs) return 'no';
  if (token.usedAt === null) return 'yes';
  if (Math.abs(nowMs - token.usedAt) > graceMs) return 'reused';
  return (await countTokensSince(tx, token.familyId, token.usedAt)) <= maxGracePairs ? 'yes' : 'no';
}

async function renew(deps: Dependencies, tx: Tx, tokenHash: string): Promise<Refreshed> {
  const token = await findToken(tx, tokenHash);
  if (!token) return { kind: 'refused' };
  const { userId, familyId } = token;
  const nowMs = deps.clock();
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
  return { kind: 'renewed', session: await issue(deps, tx, user, familyId) };
}

async function findFamily(db: Db, userId: string, refreshToken: string): Promise<string | undefined> {
  const token = await findToken(db, hashToken(refreshToken));
  return token?.userId === userId ? token.familyId : undefined;
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

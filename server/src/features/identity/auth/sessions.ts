// Sessions: each sign-in begins a family of refresh tokens, of which one at a time is good for the next pair.
//
// Reuse. A refresh token works once. Whoever comes with a used one has stolen it, or it was stolen from them: the
// whole family ends, and with it every access token and cookie of that sign-in.
// Grace. Two tabs of a browser refresh with the same token at the same moment; that must sign nobody out. For
// `graceMs` after its first use a token therefore gives further pairs, `maxGracePairs` at most. A thief cannot aim
// for that window: without knowing when the owner refreshes, his own first use opens it, and the owner's next refresh
// after it ends the family.
import { createHash, randomBytes } from 'node:crypto';
import { maxSessions, maxSessionsListed } from '@lectern/contract/auth';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { reason, unauthorized } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { RefreshTokenTable } from '#schema/tables/refresh-token.ts';
import type { UserTable } from '#schema/tables/user.ts';
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

/** When a session was seen is written at most this often by a process. */
const seenEveryMs = 5 * 60_000;
/** Sessions whose time of being seen a process remembers. */
const maxSeen = 10_000;
/** Characters of what a client calls itself. */
const maxAgentLength = 300;

/** Tokens kept for a user: as many as seven devices use that are never switched off, and renew theirs every 15 minutes. */
const maxTokens = 20_000;

export interface NewSession {
  user: UserTable;
  sessionId: string;
  /** 256 random bits; only their hash is kept. */
  refreshToken: string;
}

type Refreshed =
  | { kind: 'renewed'; session: NewSession }
  /** Unknown, over or revoked. */
  | { kind: 'refused' }
  /** Used before: its family was ended. */
  | { kind: 'reused'; userId: string; sessionId: string };

export interface Sessions {
  /**
   * Signs a user in who has been proved; `agent` is what their client calls itself. Throws `unauthorized` when the user
   * was deleted meanwhile.
   */
  start(user: UserTable, agent: string): Promise<NewSession>;
  refresh(refreshToken: string): Promise<Refreshed>;
  end(sessionId: string): Promise<void>;
  /** The user's sessions that are alive, those that were seen last first. */
  list(userId: string): Promise<LivingSession[]>;
  /** The session of a refresh token of this user; whether it is alive is not said. */
  find(userId: string, refreshToken: string): Promise<string | undefined>;
  /** Ends the session of a refresh token, if it is this user's. */
  endByToken(userId: string, refreshToken: string): Promise<void>;
  /** Lets a session outlive a new token version of its user. */
  move(tx: Tx, sessionId: string, tokenVersion: number): Promise<void>;
  /** Lets a session that is alive last as long as a new one; returns when it ends then. */
  prolong(sessionId: string): Promise<number>;
  /** The user whose session this is, while it is alive: it is seen by that. */
  findUser(userId: string, sessionId: string): Promise<UserTable | undefined>;
}

interface Dependencies {
  database: Database;
  accounts: Pick<Accounts, 'markSignedIn'>;
  changes: IdentityChanges;
  clock: Clock;
  log: Log;
  lifetimeMs: number;
}

export function createSessions(deps: Dependencies): Sessions {
  const { database, accounts, changes, clock, log, lifetimeMs } = deps;
  const { db, dialect } = database;
  const seen = createRecent<number>(maxSeen);
  /** Whatever changes a family does so alone: a refresh must not revive what a sign-out ends. */
  const alone = <T>(familyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await dialect.lock(tx, `session ${familyId}`);
      return work(tx);
    });

  async function issue(tx: Tx, user: UserTable, familyId: string): Promise<NewSession> {
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

  async function begin(tx: Tx, user: UserTable, agent: string): Promise<NewSession> {
    const nowMs = clock();
    const id = newId(nowMs);
    const row = {
      id,
      userId: user.id,
      agent: agent.slice(0, maxAgentLength) || null,
      createdAt: nowMs,
      seenAt: nowMs,
    };
    await insertSession(tx, row).catch((error: unknown) => {
      // Deleted by somebody else while they signed in.
      throw dialect.isMissingReference(error) ? unauthorized(reason('account_gone')) : error;
    });
    return issue(tx, user, id);
  }

  /** Nobody waits for it. */
  function see(id: string): void {
    const seenAt = clock();
    const notAfterMs = seenAt - seenEveryMs;
    if ((seen.get(id) ?? 0) > notAfterMs) return;
    seen.set(id, seenAt);
    markSeen(db, { id, seenAt, notAfterMs }).catch((error: unknown) =>
      log.warn({ err: error, sessionId: id }, 'that a session was seen was not noted'),
    );
  }

  async function end(sessionId: string): Promise<void> {
    await alone(sessionId, (tx) => revokeFamily(tx, sessionId, clock()));
    changes.announce();
  }

  async function mayUse(tx: Tx, token: RefreshTokenTable): Promise<'yes' | 'no' | 'reused'> {
    const nowMs = clock();
    if (token.revokedAt !== null || token.expiresAt <= nowMs) return 'no';
    if (token.usedAt === null) return 'yes';
    if (Math.abs(nowMs - token.usedAt) > graceMs) return 'reused';
    return (await countTokensSince(tx, token.familyId, token.usedAt)) <= maxGracePairs ? 'yes' : 'no';
  }

  async function renew(tx: Tx, tokenHash: string): Promise<Refreshed> {
    const token = await findToken(tx, tokenHash);
    if (!token) return { kind: 'refused' };
    const { userId, familyId } = token;
    const verdict = await mayUse(tx, token);
    if (verdict === 'no') return { kind: 'refused' };
    if (verdict === 'reused') {
      await revokeFamily(tx, familyId, clock());
      return { kind: 'reused', userId, sessionId: familyId };
    }
    const user = await findSessionUser(tx, { userId, familyId, nowMs: clock() });
    if (!user) return { kind: 'refused' };
    if (token.usedAt === null) await markTokenUsed(tx, token.id, clock());
    await deleteOld(tx, { userId, nowMs: clock(), keep: maxTokens });
    return { kind: 'renewed', session: await issue(tx, user, familyId) };
  }

  async function find(userId: string, refreshToken: string): Promise<string | undefined> {
    const token = await findToken(db, hashToken(refreshToken));
    return token?.userId === userId ? token.familyId : undefined;
  }

  return {
    end,
    find,
    list: (userId) => listLiving(db, { userId, nowMs: clock(), max: maxSessionsListed }),
    async start(user, agent) {
      const { session, ended } = await database.transaction(async (tx) => {
        await accounts.markSignedIn(tx, user.id);
        const of = { userId: user.id, nowMs: clock() };
        await deleteOld(tx, { ...of, keep: maxTokens });
        const ended = await revokeBeyond(tx, { ...of, keep: maxSessions - 1 });
        return { session: await begin(tx, user, agent), ended };
      });
      if (ended > 0) changes.announce();
      return session;
    },
    async refresh(refreshToken) {
      const tokenHash = hashToken(refreshToken);
      const token = await findToken(db, tokenHash);
      if (!token) return { kind: 'refused' };
      const refreshed = await alone(token.familyId, (tx) => renew(tx, tokenHash));
      if (refreshed.kind === 'reused') changes.announce();
      return refreshed;
    },
    async endByToken(userId, refreshToken) {
      const sessionId = await find(userId, refreshToken);
      if (sessionId !== undefined) await end(sessionId);
    },
    move: moveFamily,
    async prolong(sessionId) {
      const expiresAtMs = clock() + lifetimeMs;
      await prolongFamily(db, sessionId, expiresAtMs);
      return expiresAtMs;
    },
    async findUser(userId, sessionId) {
      const user = await findSessionUser(db, { userId, familyId: sessionId, nowMs: clock() });
      if (user) see(sessionId);
      return user;
    },
  };
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

// The SQL of sessions, and the only writer of `session` and `refreshToken`. Tokens are found by the unique index
// `refreshToken_tokenHash_key`, sessions by `refreshToken_family`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { RefreshTokenTable } from '#schema/tables/identity/refresh-token.ts';
import type { SessionTable } from '#schema/tables/identity/session.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';

export const insertSession = async (db: Db, row: SessionTable): Promise<void> => {
  await db.insertInto('session').values(row).execute();
};

/** Writes the last use of a session, unless another process wrote a newer time than `notAfterMs`. */
export async function markSeen(
  db: Db,
  { id, seenAt, notAfterMs }: Pick<SessionTable, 'id' | 'seenAt'> & { notAfterMs: number },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ seenAt })
    .where('id', '=', id)
    .where('seenAt', '<=', notAfterMs)
    .execute();
}

export interface LivingSession extends SessionTable {
  expiresAt: number;
}

/** Lists a user's active sessions, the last used first, by the indexes `session_user` and `refreshToken_family`. */
export async function listLiving(
  db: Db,
  { userId, nowMs, max }: { userId: string; nowMs: number; max: number },
): Promise<LivingSession[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('refreshToken', 'refreshToken.familyId', 'session.id')
    .selectAll('session')
    .select((eb) => eb.fn.max<number>('refreshToken.expiresAt').as('expiresAt'))
    .where('session.userId', '=', userId)
    .where('refreshToken.revokedAt', 'is', null)
    .where('refreshToken.expiresAt', '>', nowMs)
    .whereRef('refreshToken.tokenVersion', '=', 'user.tokenVersion')
    .groupBy(['session.id', 'session.userId', 'session.agent', 'session.createdAt', 'session.seenAt'])
    .orderBy('session.seenAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({ ...row, expiresAt: Number(row.expiresAt) }));
}

export const insertToken = async (db: Db, row: RefreshTokenTable): Promise<void> => {
  await db.insertInto('refreshToken').values(row).execute();
};

export const findToken = (db: Db, tokenHash: string): Promise<RefreshTokenTable | undefined> =>
  db.selectFrom('refreshToken').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();

export const markTokenUsed = async (db: Db, id: string, usedAt: number): Promise<void> => {
  await db.updateTable('refreshToken').set({ usedAt }).where('id', '=', id).execute();
};

/** Counts the tokens of a family issued since a time. */
export async function countTokensSince(db: Db, familyId: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('refreshToken')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('familyId', '=', familyId)
    .where('createdAt', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const revokeFamily = async (db: Db, familyId: string, revokedAt: number): Promise<void> => {
  await db
    .updateTable('refreshToken')
    .set({ revokedAt })
    .where('familyId', '=', familyId)
    .where('revokedAt', 'is', null)
    .execute();
};

/** Changes the expiry of the unused token of a family. */
export const prolongFamily = async (db: Db, familyId: string, expiresAt: number): Promise<void> => {
  await db
    .updateTable('refreshToken')
    .set({ expiresAt })
    .where('familyId', '=', familyId)
    .where('revokedAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute();
};

/** Moves the session to the user's new token version. */
export const moveFamily = async (db: Db, familyId: string, tokenVersion: number): Promise<void> => {
  await db.updateTable('refreshToken').set({ tokenVersion }).where('familyId', '=', familyId).execute();
};

/** Ends the sessions of a user beyond the `keep` last used. Returns their number. */
export async function revokeBeyond(
  db: Db,
  { userId, nowMs, keep }: { userId: string; nowMs: number; keep: number },
): Promise<number> {
  const beyond = await db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('refreshToken')
        .select('familyId')
        .where('revokedAt', 'is', null)
        .where('userId', '=', userId),
    )
    .orderBy('seenAt', 'desc')
    .limit(100)
    .offset(keep)
    .execute();
  for (const { id } of beyond) await revokeFamily(db, id, nowMs);
  return beyond.length;
}

/**
 * Deletes the expired tokens of a user, the oldest beyond `keep` (by the index `refreshToken_user`, whose ids are
 * ordered by time), and then sessions without tokens.
 */
export async function deleteOld(
  db: Db,
  { userId, nowMs, keep }: { userId: string; nowMs: number; keep: number },
): Promise<void> {
  const newestOfOld = await db
    .selectFrom('refreshToken')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keep)
    .executeTakeFirst();
  await db
    .deleteFrom('refreshToken')
    .where('userId', '=', userId)
    .where((eb) =>
      newestOfOld
        ? eb.or([eb('expiresAt', '<=', nowMs), eb('id', '<=', newestOfOld.id)])
        : eb('expiresAt', '<=', nowMs),
    )
    .execute();
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('refreshToken').select('id').whereRef('refreshToken.familyId', '=', 'session.id')),
      ),
    )
    .execute();
}

/** Returns the user of an active session: not revoked, not expired, not ended by a newer token version. */
export const findSessionUser = (
  db: Db,
  { userId, familyId, nowMs }: { userId: string; familyId: string; nowMs: number },
): Promise<UserTable | undefined> =>
  db
    .selectFrom('refreshToken')
    .innerJoin('user', 'user.id', 'refreshToken.userId')
    .selectAll('user')
    .where('refreshToken.familyId', '=', familyId)
    .where('refreshToken.userId', '=', userId)
    .where('refreshToken.revokedAt', 'is', null)
    .where('refreshToken.expiresAt', '>', nowMs)
    .whereRef('refreshToken.tokenVersion', '=', 'user.tokenVersion')
    .where('user.isActive', '=', 1)
    .limit(1)
    .executeTakeFirst();

/** Ends every session. */
export const revokeAllTokens = async (db: Db, revokedAt: number): Promise<void> => {
  await db.updateTable('refreshToken').set({ revokedAt }).where('revokedAt', 'is', null).execute();
};

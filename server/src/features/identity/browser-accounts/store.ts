// The SQL of sessions that share a browser, and the only writer of `browserSession`.
import type { Db } from '#infrastructure/database/dialect.ts';

export interface SessionInBrowser {
  sessionId: string;
  userId: string;
}

/** Returns the browsers of these sessions without duplicates. */
export async function findBrowserIds(db: Db, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectFrom('browserSession')
    .select('browserId')
    .distinct()
    .where('sessionId', 'in', sessionIds)
    .execute();
  return rows.map(({ browserId }) => browserId);
}

/** Assigns sessions to a browser, including all sessions of browsers that are found to be the same. */
export async function joinBrowser(
  db: Db,
  {
    browserId,
    same,
    sessionIds,
  }: { browserId: string; same: readonly string[]; sessionIds: readonly string[] },
): Promise<void> {
  if (same.length > 0)
    await db.updateTable('browserSession').set({ browserId }).where('browserId', 'in', same).execute();
  const rows = [...new Set(sessionIds)].map((sessionId) => ({ sessionId, browserId, inUseAt: 0 }));
  if (rows.length > 0)
    await db
      .insertInto('browserSession')
      .values(rows)
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ browserId }))
      .execute();
}

export const markInUse = async (db: Db, sessionId: string, inUseAt: number): Promise<void> => {
  await db.updateTable('browserSession').set({ inUseAt }).where('sessionId', '=', sessionId).execute();
};

/** Lists the active sessions of a browser, the last used first. */
export const listAlive = (db: Db, browserId: string, nowMs: number): Promise<SessionInBrowser[]> =>
  db
    .selectFrom('browserSession')
    .innerJoin('refreshToken', 'refreshToken.familyId', 'browserSession.sessionId')
    .innerJoin('user', 'user.id', 'refreshToken.userId')
    .select(['browserSession.sessionId', 'refreshToken.userId', 'browserSession.inUseAt'])
    .distinct()
    .where('browserSession.browserId', '=', browserId)
    .where('refreshToken.revokedAt', 'is', null)
    .where('refreshToken.expiresAt', '>', nowMs)
    .whereRef('refreshToken.tokenVersion', '=', 'user.tokenVersion')
    .orderBy('browserSession.inUseAt', 'desc')
    .orderBy('browserSession.sessionId', 'desc')
    .execute();

/** Lists the browsers in which an account has sessions. */
export async function listBrowserIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('browserSession', 'browserSession.sessionId', 'session.id')
    .select('browserSession.browserId')
    .distinct()
    .where('session.userId', '=', userId)
    .execute();
  return rows.map(({ browserId }) => browserId);
}

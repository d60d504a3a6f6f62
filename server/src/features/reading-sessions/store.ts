// All SQL of reading sessions.
import type { Db } from '#kernel/database/dialect.ts';
import type { ReadingSessionTable } from '#schema/tables/history.ts';

export type ReadingSessionStore = ReturnType<typeof createReadingSessionStore>;

/** Sessions that a list goes back to. */
const mostListed = 10_000;

export function createReadingSessionStore(db: Db) {
  return {
    /** Those that are known already stay as they are; returns how many were new (constraint readingSession_pk). */
    async insert(rows: readonly ReadingSessionTable[]): Promise<number> {
      if (rows.length === 0) return 0;
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('readingSession')
        .values([...rows])
        .onConflict((conflict) => conflict.columns(['userId', 'id']).doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows);
    },

    list(userId: string, bookId: string | undefined): Promise<ReadingSessionTable[]> {
      let query = db.selectFrom('readingSession').selectAll().where('userId', '=', userId);
      if (bookId !== undefined) query = query.where('bookId', '=', bookId);
      return query.orderBy('startedAt', 'desc').orderBy('id', 'desc').limit(mostListed).execute();
    },

    /** By the moment they began (index readingSession_time). */
    listBetween: (userId: string, { fromMs, toMs }: { fromMs: number; toMs: number }) =>
      db
        .selectFrom('readingSession')
        .select(['startedAt', 'endedAt', 'pagesRead'])
        .where('userId', '=', userId)
        .where('startedAt', '>=', fromMs)
        .where('startedAt', '<', toMs)
        .execute(),

    /** Moments at which books were finished (index readProgress_finished). */
    async listFinished(
      userId: string,
      { fromMs, toMs }: { fromMs: number; toMs: number },
    ): Promise<number[]> {
      const rows = await db
        .selectFrom('readProgress')
        .select('completedAt')
        .where('userId', '=', userId)
        .where('completedAt', '>=', fromMs)
        .where('completedAt', '<', toMs)
        .execute();
      return rows.flatMap((row) => row.completedAt ?? []);
    },
  };
}

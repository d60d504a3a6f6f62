// All SQL that writes reading progress. Set-based: a series of 2,000 books is marked by two statements.
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/dialect.ts';
import { newId } from '#kernel/ids.ts';
import type { ReadProgressTable } from '#schema/tables/progress.ts';

interface Marked {
  userId: string;
  seriesId: string;
  /** One book of the series; all without it. */
  bookId?: string;
}

export type ProgressStore = ReturnType<typeof createProgressStore>;

/** Rows of one statement: 10 values each, far below both databases' limits. */
const chunk = 500;

export function createProgressStore() {
  return {
    /** Books read already keep the moment they were finished. */
    async markRead(tx: Tx, { userId, seriesId, bookId, nowMs }: Marked & { nowMs: number }): Promise<void> {
      let query = tx
        .selectFrom('book')
        .select(['id', 'pageCount'])
        .where('seriesId', '=', seriesId)
        .where('deletedAt', 'is', null);
      if (bookId !== undefined) query = query.where('id', '=', bookId);
      const books = await query.execute();
      for (let i = 0; i < books.length; i += chunk) {
        const rows = books.slice(i, i + chunk).map(
          ({ id, pageCount }): ReadProgressTable => ({
            id: newId(),
            userId,
            bookId: id,
            currentPage: Math.max(1, pageCount),
            percentage: 1,
            completed: 1,
            locator: null,
            startedAt: nowMs,
            updatedAt: nowMs,
            completedAt: nowMs,
          }),
        );
        await tx
          .insertInto('readProgress')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['userId', 'bookId'])
              .doUpdateSet((eb) => ({
                currentPage: eb.ref('excluded.currentPage'),
                percentage: 1,
                completed: 1,
                updatedAt: nowMs,
                completedAt: nowMs,
              }))
              .where('readProgress.completed', '=', 0),
          )
          .execute();
      }
    },

    async markUnread(tx: Tx, { userId, seriesId, bookId }: Marked): Promise<void> {
      await tx
        .deleteFrom('readProgress')
        .where('userId', '=', userId)
        .where('bookId', 'in', (eb) => {
          const books = eb.selectFrom('book').select('id').where('seriesId', '=', seriesId);
          return bookId === undefined ? books : books.where('id', '=', bookId);
        })
        .execute();
    },

    /** Counts again what readers have read of these series; of one reader, or of all. */
    async recount(tx: Tx, seriesIds: readonly string[], userId?: string): Promise<void> {
      if (seriesIds.length === 0) return;
      let remove = tx.deleteFrom('seriesProgress').where('seriesId', 'in', seriesIds);
      if (userId !== undefined) remove = remove.where('userId', '=', userId);
      await remove.execute();
      await sql`
        insert into "seriesProgress" ("userId", "seriesId", "readCount", "inProgressCount", "lastReadAt")
        select p."userId", b."seriesId", sum(p.completed), sum(1 - p.completed), max(p."updatedAt")
        from book b join "readProgress" p on p."bookId" = b.id
        where b."seriesId" in (${sql.join(seriesIds)}) and b."deletedAt" is null
          ${userId === undefined ? sql`` : sql`and p."userId" = ${userId}`}
        group by p."userId", b."seriesId"`.execute(tx);
    },
  };
}

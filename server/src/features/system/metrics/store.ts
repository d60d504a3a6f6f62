// The SQL of metrics: totals of visible items.
import { type RawBuilder, sql } from 'kysely';
import { booksInScope, type Scope, seriesInScope } from '#catalog/visible.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

export interface Holding {
  libraryId: string;
  format: string;
  bookCount: number;
  bytes: number;
  pageCount: number;
}

export type MetricStore = ReturnType<typeof createMetricStore>;

export function createMetricStore(db: Db) {
  return {
    /** Books that are not deleted, by library and format, queried per library (index book_holdings). */
    async listHoldings(scope: Scope): Promise<Holding[]> {
      const holdings: Holding[] = [];
      for (const libraryId of scope.libraryIds) {
        const visible = booksInScope({ ...scope, libraryIds: [libraryId], isEverything: false });
        const { rows } = await sql<Holding>`
          select book."fileFormat" as format, count(*) as "bookCount",
            sum(book."fileSize") as bytes, sum(book."pageCount") as "pageCount"
          from book where ${sql.join([sql`book."deletedAt" is null`, ...visible], sql` and `)}
          group by book."fileFormat"`.execute(db);
        for (const { format, bookCount, bytes, pageCount } of rows) {
          const sums = { bookCount: Number(bookCount), bytes: Number(bytes), pageCount: Number(pageCount) };
          holdings.push({ libraryId, format, ...sums });
        }
      }
      return holdings;
    },

    async countSeries(scope: Scope): Promise<{ libraryId: string; count: number }[]> {
      const visible = sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `);
      const { rows } = await sql<{ libraryId: string; count: number }>`
        select series."libraryId", count(*) as count from series where ${visible}
        group by series."libraryId"`.execute(db);
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** `visible` is a condition on `task`. */
    async listTasks(visible: RawBuilder<unknown>) {
      const { rows } = await sql<{
        type: string;
        count: number;
        failed: number;
        mean: number;
        longest: number;
      }>`
        select type, count(*) as count, sum(case status when 'failed' then 1 else 0 end) as failed,
          avg("completedAt" - "startedAt") as mean, max("completedAt" - "startedAt") as longest
        from task where ${visible} group by type order by type`.execute(db);
      const toSeconds = (ms: number | null) => (ms === null ? null : Number(ms) / 1_000);
      return rows.map(({ type, count, failed, mean, longest }) => ({
        type,
        count: Number(count),
        failed: Number(failed),
        meanSeconds: toSeconds(mean),
        longestSeconds: toSeconds(longest),
      }));
    },
  };
}

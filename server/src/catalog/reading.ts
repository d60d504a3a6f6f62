// A viewer's reading positions and sessions, limited to visible books.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ReadingSessionTable } from '#schema/tables/reading/history.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { countRows } from './count-rows.ts';
import type { Libraries } from './libraries.ts';
import { allOf, booksInScope, type Scope, seriesInScope, toScope } from './visible.ts';

export interface ProgressList {
  sinceMs?: number | undefined;
  completed?: boolean | undefined;
  page: PageRequest;
}

/** Counts the viewer's positions in live books from the cached counts per series: finished, in progress, or both. */
export async function countRead(db: Db, scope: Scope, completed: boolean | undefined): Promise<number> {
  const read = sql`s."readCount"`;
  const begun = sql`s."inProgressCount"`;
  const books = completed === undefined ? sql`${read} + ${begun}` : completed ? read : begun;
  const conditions = [sql`s."userId" = ${scope.viewer.userId}`, ...seriesInScope(scope)];
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${books}), 0) as total from "seriesProgress" s join series on series.id = s."seriesId"
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export type ReadingReads = ReturnType<typeof createReadingReads>;

/** Minimum number of pages for an estimate of the reading speed. */
const minPages = 3;
/** At slower speeds, the book was probably left open. */
const maxSecondsPerPage = 600;
const recentMs = 30 * 24 * 60 * 60 * 1000;

interface Dependencies {
  db: Db;
  libraries: Libraries;
  clock: Clock;
}

export function createReadingReads({ db, libraries, clock }: Dependencies) {
  const windowOf = ({ page, pageSize }: PageRequest) =>
    sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

  return {
    /** The viewer's positions in live books, latest first (indexes readProgress_latest and readProgress_recent). */
    async listProgress(viewer: Viewer, { sinceMs, completed, page }: ProgressList) {
      const scope = await toScope(libraries, viewer);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const conditions = [sql`r."userId" = ${viewer.userId}`, sql`book."deletedAt" is null`];
      if (sinceMs !== undefined) conditions.push(sql`r."updatedAt" >= ${sinceMs}`);
      if (completed !== undefined) conditions.push(sql`r.completed = ${completed ? 1 : 0}`);
      const from = sql`from "readProgress" r join book on book.id = r."bookId"
        where ${allOf([...conditions, ...booksInScope(scope)])}`;
      const [{ rows }, total] = await Promise.all([
        sql<ReadProgressTable>`select r.* ${from}
          order by r."updatedAt" desc, r."bookId" desc ${windowOf(page)}`.execute(db),
        sinceMs === undefined ? countRead(db, scope, completed) : countRows(db, from),
      ]);
      return { rows, total };
    },

    /**
     * Unread pages of a visible series, and the estimated time for them at the viewer's speed in this series, or in the
     * last 30 days. Null with too little data.
     */
    async timeLeft({ userId }: Viewer, seriesId: string) {
      const { rows } = await sql<{ pages: number }>`
        select coalesce(sum(case when r.completed = 1 or r."currentPage" > book."pageCount" then 0
          else book."pageCount" - coalesce(r."currentPage", 0) end), 0) as pages
        from book left join "readProgress" r on r."bookId" = book.id and r."userId" = ${userId}
        where book."seriesId" = ${seriesId} and book."deletedAt" is null`.execute(db);
      const speedOf = async (condition: RawBuilder<unknown>) => {
        const { rows } = await sql<{ ms: number; pages: number }>`
          select coalesce(sum("endedAt" - "startedAt"), 0) as ms, coalesce(sum("pagesRead"), 0) as pages
          from "readingSession" where "userId" = ${userId} and ${condition}`.execute(db);
        const pages = Number(rows[0]?.pages ?? 0);
        const seconds = Number(rows[0]?.ms ?? 0) / 1000;
        return pages < minPages || seconds === 0 ? undefined : Math.min(maxSecondsPerPage, seconds / pages);
      };
      const speed =
        (await speedOf(sql`"bookId" in (select id from book where "seriesId" = ${seriesId})`)) ??
        (await speedOf(sql`"startedAt" >= ${clock() - recentMs}`));
      const pages = Number(rows[0]?.pages ?? 0);
      return { pages, seconds: speed === undefined ? null : Math.round(pages * speed) };
    },

    /** The viewer's reading sessions, latest first, including deleted books (index readingSession_time). */
    async listSessions(viewer: Viewer, { bookId, page }: { bookId?: string | undefined; page: PageRequest }) {
      const scope = await toScope(libraries, viewer);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const conditions = [sql`r."userId" = ${viewer.userId}`];
      if (bookId !== undefined) conditions.push(sql`r."bookId" = ${bookId}`);
      const visible = booksInScope(scope);
      if (visible.length > 0)
        conditions.push(sql`exists (select 1 from book where book.id = r."bookId" and ${allOf(visible)})`);
      const from = sql`from "readingSession" r where ${allOf(conditions)}`;
      const [{ rows }, total] = await Promise.all([
        sql<ReadingSessionTable>`select r.* ${from}
          order by r."startedAt" desc, r.id desc ${windowOf(page)}`.execute(db),
        countRows(db, from),
      ]);
      return { rows, total };
    },
  };
}

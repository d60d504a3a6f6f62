// A viewer's reading positions and sessions, limited to visible books.
import type { PageRequest } from '@lectern/contract/pagination';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
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

export function createReadingReads({ db, libraries }: { db: Db; libraries: Libraries }) {
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

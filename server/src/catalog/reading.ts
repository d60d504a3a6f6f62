// What readers did, as far as they may still see the books: their places and their stretches of reading.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Db } from '#kernel/database/dialect.ts';
import type { ReadingSessionTable } from '#schema/tables/history.ts';
import type { ReadProgressTable } from '#schema/tables/progress.ts';
import type { Found } from './books.ts';
import type { Libraries } from './libraries.ts';
import { booksInScope, toScope } from './visible.ts';

export interface ProgressList {
  sinceMs?: number | undefined;
  completed?: boolean | undefined;
  page: PageRequest;
}

export interface SessionList {
  bookId?: string | undefined;
  page: PageRequest;
}

export type ReadingReads = ReturnType<typeof createReadingReads>;

export function createReadingReads({ db, libraries }: { db: Db; libraries: Libraries }) {
  interface Query {
    table: RawBuilder<unknown>;
    conditions: RawBuilder<unknown>[];
    order: RawBuilder<unknown>;
    page: PageRequest;
  }

  /** Rows `r` of the viewer, of books that they see. */
  async function list<T>(viewer: Viewer, { table, conditions, order, page }: Query): Promise<Found<T>> {
    const scope = await toScope(libraries, viewer);
    if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
    const all = [sql`r."userId" = ${viewer.userId}`, ...conditions, ...booksInScope(scope)];
    const from = sql`from ${table} r join book on book.id = r."bookId" where ${sql.join(all, sql` and `)}`;
    const [{ rows }, counted] = await Promise.all([
      sql<T>`select r.* ${from} order by ${order}
        limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(db),
      sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
    ]);
    return { rows, total: Number(counted.rows[0]?.total ?? 0) };
  }

  return {
    /** The viewer's places, latest first (index readProgress_latest). */
    listProgress(viewer: Viewer, { sinceMs, completed, page }: ProgressList) {
      const conditions = [sql`book."deletedAt" is null`];
      if (sinceMs !== undefined) conditions.push(sql`r."updatedAt" >= ${sinceMs}`);
      if (completed !== undefined) conditions.push(sql`r.completed = ${completed ? 1 : 0}`);
      const order = sql`r."updatedAt" desc, r."bookId" desc`;
      return list<ReadProgressTable>(viewer, { table: sql`"readProgress"`, conditions, order, page });
    },

    /** The viewer's stretches of reading, latest first, of deleted books too (index readingSession_time). */
    listSessions(viewer: Viewer, { bookId, page }: SessionList) {
      const conditions = bookId === undefined ? [] : [sql`r."bookId" = ${bookId}`];
      const order = sql`r."startedAt" desc, r.id desc`;
      return list<ReadingSessionTable>(viewer, { table: sql`"readingSession"`, conditions, order, page });
    },
  };
}

// All SQL that writes reading progress and its history. Set-based: a series of 2,000 books is marked by a handful of
// statements.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/dialect.ts';
import { newId } from '#kernel/ids.ts';
import type { ReadHistoryTable } from '#schema/tables/history.ts';
import type { ReadProgressTable } from '#schema/tables/progress.ts';

interface Marked {
  userId: string;
  /** Every live book of these series, or these books. */
  seriesIds?: readonly string[];
  bookIds?: readonly string[];
}

export interface MarkedBook {
  id: string;
  seriesId: string;
}

export type ProgressStore = ReturnType<typeof createProgressStore>;

/** Rows of one statement: 12 values each, far below both databases' limits. */
const chunkSize = 500;
/** Entries of the history of one reader in one book. */
const mostEntries = 1_000;

export function createProgressStore() {
  /** Live books that are not in the state wanted yet. */
  async function listToMark(tx: Tx, marked: Marked, isRead: boolean) {
    const { userId, seriesIds, bookIds } = marked;
    const wanted = seriesIds ?? bookIds ?? [];
    const rows: (MarkedBook & { pageCount: number })[] = [];
    for (const part of chunks(wanted)) {
      const state = sql`(select p.completed from "readProgress" p where p."userId" = ${userId} and p."bookId" = book.id)`;
      const found = await sql<MarkedBook & { pageCount: number }>`
        select book.id, book."seriesId", book."pageCount" from book
        where ${sql.ref(seriesIds ? 'book.seriesId' : 'book.id')} in (${sql.join(part)}) and book."deletedAt" is null
          and ${isRead ? sql`coalesce(${state}, 0) = 0` : sql`${state} is not null`}`.execute(tx);
      rows.push(...found.rows);
    }
    return rows;
  }

  return {
    /** Books read already keep the moment they were finished. Returns those that changed. */
    async markRead(tx: Tx, marked: Marked & { nowMs: number }): Promise<MarkedBook[]> {
      const { userId, nowMs } = marked;
      const books = await listToMark(tx, marked, true);
      for (const part of chunks(books)) {
        const rows = part.map(
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
                locator: null,
                updatedAt: nowMs,
                completedAt: nowMs,
              }))
              .where('readProgress.completed', '=', 0),
          )
          .execute();
        await tx
          .insertInto('readHistory')
          .values(
            rows.map(({ bookId, currentPage }) => ({
              ...{ id: newId(), userId, bookId, deviceId: null, deviceName: null, page: currentPage },
              ...{ percentage: 1, completed: 1, locator: null, readAt: nowMs, recordedAt: nowMs },
            })),
          )
          .execute();
      }
      return books;
    },

    /** Forgets the place in these books; their history stays. Returns those that changed. */
    async markUnread(tx: Tx, marked: Marked): Promise<MarkedBook[]> {
      const books = await listToMark(tx, marked, false);
      for (const part of chunks(books)) {
        await tx
          .deleteFrom('readProgress')
          .where('userId', '=', marked.userId)
          .where(
            'bookId',
            'in',
            part.map(({ id }) => id),
          )
          .execute();
      }
      return books;
    },

    find: (db: Db, userId: string, bookId: string): Promise<ReadProgressTable | undefined> =>
      db
        .selectFrom('readProgress')
        .selectAll()
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .executeTakeFirst(),

    async save(tx: Tx, row: ReadProgressTable): Promise<void> {
      const { id: _, ...change } = row;
      await tx
        .insertInto('readProgress')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet(change))
        .execute();
    },

    /** Whether there was one, a deleted book's too. */
    async remove(tx: Tx, userId: string, bookId: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('readProgress')
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** The last entry that a device told of at or before a moment (index readHistory_book). */
    findLastEntry: (tx: Tx, { userId, bookId, deviceId, readAt }: ReadHistoryTable) =>
      tx
        .selectFrom('readHistory')
        .selectAll()
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .where('readAt', '<=', readAt)
        .where('deviceId', deviceId === null ? 'is' : '=', deviceId)
        .orderBy('readAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async addEntry(tx: Tx, row: ReadHistoryTable): Promise<void> {
      await tx.insertInto('readHistory').values(row).execute();
      await sql`
        delete from "readHistory" where "userId" = ${row.userId} and "bookId" = ${row.bookId} and id in (
          select id from "readHistory" where "userId" = ${row.userId} and "bookId" = ${row.bookId}
          order by "readAt" desc, id desc limit 100 offset ${mostEntries})`.execute(tx);
    },

    async updateEntry(tx: Tx, id: string, change: Partial<ReadHistoryTable>): Promise<void> {
      await tx.updateTable('readHistory').set(change).where('id', '=', id).execute();
    },

    listEntries: (
      db: Db,
      { userId, bookId }: { userId: string; bookId: string },
      { limit, offset }: { limit: number; offset: number },
    ): Promise<ReadHistoryTable[]> =>
      db
        .selectFrom('readHistory')
        .selectAll()
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .orderBy('readAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    async countEntries(db: Db, { userId, bookId }: { userId: string; bookId: string }): Promise<number> {
      const row = await db
        .selectFrom('readHistory')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    async forget(db: Db, userId: string, bookId: string): Promise<void> {
      await db.deleteFrom('readHistory').where('userId', '=', userId).where('bookId', '=', bookId).execute();
    },

    /** Counts again what readers have read of these series; of one reader, or of all. */
    async recount(tx: Tx, seriesIds: readonly string[], userId?: string): Promise<void> {
      for (const part of chunks(seriesIds)) {
        let remove = tx.deleteFrom('seriesProgress').where('seriesId', 'in', part);
        if (userId !== undefined) remove = remove.where('userId', '=', userId);
        await remove.execute();
        await sql`
          insert into "seriesProgress" ("userId", "seriesId", "readCount", "inProgressCount", "lastReadAt")
          select p."userId", b."seriesId", sum(p.completed), sum(1 - p.completed), max(p."updatedAt")
          from book b join "readProgress" p on p."bookId" = b.id
          where b."seriesId" in (${sql.join(part)}) and b."deletedAt" is null
            ${userId === undefined ? sql`` : sql`and p."userId" = ${userId}`}
          group by p."userId", b."seriesId"
          on conflict ("userId", "seriesId") do update set "readCount" = excluded."readCount",
            "inProgressCount" = excluded."inProgressCount", "lastReadAt" = excluded."lastReadAt"`.execute(tx);
      }
    },
  };
}

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += chunkSize) yield rows.slice(i, i + chunkSize);
}

// All SQL of reading sessions and of the times at which books were finished.

import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import { type MovedRows, moveRows } from '#infrastructure/database/move-rows.ts';
import type { ReadingSessionTable } from '#schema/tables/reading/history.ts';
import { quarterMs } from './calendar.ts';
import type { QuarterCounts, ReadingSpan } from './statistics.ts';

export interface Range {
  fromMs: number;
  toMs: number;
}

/** Rows per query. */
const rowsOfPart = 2_000;
/** Reaching the last page again within this time does not finish the book again. */
const leafingMs = 60 * 60 * 1_000;

function listPart(
  db: Db,
  userId: string,
  { fromMs, toMs }: Range,
  after: ReadingSpan | undefined,
): Promise<ReadingSpan[]> {
  let query = db
    .selectFrom('readingSession')
    .select(['id', 'startedAt', 'endedAt', 'pagesRead'])
    .where('userId', '=', userId)
    .where('startedAt', '>=', after?.startedAt ?? fromMs)
    .where('startedAt', '<', toMs);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('startedAt', 'id'), '>', tuple(after.startedAt, after.id)),
    );
  return query.orderBy('startedAt').orderBy('id').limit(rowsOfPart).execute();
}

/** Keeps existing sessions. Returns the number of new ones (constraint readingSession_pk). */
export async function insert(db: Db, rows: readonly ReadingSessionTable[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('readingSession')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** Uses the primary key. */
export async function count(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('readingSession')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function listKnown(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('readingSession')
    .select('id')
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Yields sessions that started in the range, in that order, in batches (index readingSession_time). */
export async function* readSpans(db: Db, userId: string, range: Range): AsyncGenerator<ReadingSpan> {
  let part = await listPart(db, userId, range, undefined);
  while (part.length > 0) {
    yield* part;
    part = part.length < rowsOfPart ? [] : await listPart(db, userId, range, part.at(-1));
  }
}

/**
 * `bookId` and `readAt` of the history entries at which an unfinished book became finished by reading, regardless of
 * later changes (indexes readHistory_finished and readHistory_places). `userIds` is one id or a subquery.
 */
export const finishedEntries = (userIds: RawBuilder<unknown>, { fromMs, toMs }: Range): RawBuilder<unknown> =>
  sql`select h."userId", h."bookId", h."readAt" from "readHistory" h
    where h."userId" in (${userIds}) and h.completed = 1 and h.marked = 0
      and h."readAt" >= ${fromMs} and h."readAt" < ${toMs}
      and coalesce((
        select earlier.completed from "readHistory" earlier
        where earlier."userId" = h."userId" and earlier."bookId" = h."bookId"
          and (earlier."readAt", earlier.id) < (h."readAt", h.id)
        order by earlier."readAt" desc, earlier.id desc limit 1), 0) = 0
      and not exists (
        select 1 from "readHistory" before
        where before."userId" = h."userId" and before."bookId" = h."bookId" and before.completed = 1
          and before.marked = 0
          and before."readAt" > h."readAt" - ${sql.lit(leafingMs)} and before."readAt" < h."readAt")`;

/** Number of books finished in each quarter of an hour. */
export async function listFinished(db: Db, userId: string, range: Range): Promise<QuarterCounts[]> {
  const { rows } = await sql<{ quarter: number; books: number }>`
    select "readAt" / ${sql.lit(quarterMs)} as quarter, count(*) as books
    from (${finishedEntries(sql`${userId}`, range)}) as f group by 1`.execute(db);
  return rows.map(({ quarter, books }) => ({ quarter: Number(quarter), booksFinished: Number(books) }));
}

/** Time of the first session or finished book (indexes readingSession_time and readHistory_finished). */
export async function findFirstMs(db: Db, userId: string): Promise<number | undefined> {
  const { rows } = await sql<{ firstMs: number | null }>`
    select min("startedAt") as "firstMs" from "readingSession" where "userId" = ${userId}
    union all
    select min("readAt") from "readHistory" where "userId" = ${userId} and completed = 1 and marked = 0`.execute(
    db,
  );
  const times = rows.flatMap(({ firstMs }) => (firstMs === null ? [] : Number(firstMs)));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Moves the sessions of all users to another book. Returns their ids. */
export const moveToBook = (
  tx: Tx,
  books: { from: string; to: string },
  selection: MovedRows = {},
): Promise<string[]> =>
  moveRows(tx, { table: 'readingSession', owner: 'bookId', time: 'createdAt' }, { ...books, ...selection });

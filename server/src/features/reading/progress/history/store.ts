// All SQL of the reading history. Keeps at most a thousand entries per user and book.

import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import { type MovedRows, moveRows } from '#infrastructure/database/move-rows.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';

export interface Which {
  userId: string;
  bookId: string;
}

/** The device's id and name. */
export type Device = Pick<ReadHistoryTable, 'bookId' | 'deviceId' | 'deviceName'>;

/** Maximum number of history entries of a user in a book. */
const maxEntries = 1_000;
/** Rows per statement: 13 values each, far below both databases' limits. */
const chunkSize = 500;

/** Removes intermediate steps first: completions are kept for the statistics. */
async function prune(tx: Tx, { userId, bookId }: Which): Promise<void> {
  await sql`
    delete from "readHistory" where "userId" = ${userId} and "bookId" = ${bookId} and id in (
      select id from "readHistory" where "userId" = ${userId} and "bookId" = ${bookId}
      order by completed desc, "readAt" desc, id desc limit ${maxEntries} offset ${maxEntries})`.execute(tx);
}

/** The entry of the device next to a time (index readHistory_places). */
const findBeside = (tx: Tx, entry: ReadHistoryTable, isBefore: boolean) =>
  tx
    .selectFrom('readHistory')
    .selectAll()
    .where('userId', '=', entry.userId)
    .where('bookId', '=', entry.bookId)
    .where('readAt', isBefore ? '<=' : '>', entry.readAt)
    .where('deviceId', entry.deviceId === null ? 'is' : '=', entry.deviceId)
    .orderBy('readAt', isBefore ? 'desc' : 'asc')
    .orderBy('id', isBefore ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();

/** The device that reported the current position of each book. Omits books without one. */
export const listDevices = async (db: Db, userId: string, bookIds: readonly string[]): Promise<Device[]> =>
  bookIds.length === 0
    ? []
    : db
        .selectFrom('readProgress as place')
        .innerJoin('readHistory as told', (join) =>
          join
            .onRef('told.userId', '=', 'place.userId')
            .onRef('told.bookId', '=', 'place.bookId')
            .onRef('told.readAt', '=', 'place.updatedAt'),
        )
        .select(['told.bookId', 'told.deviceId', 'told.deviceName'])
        .where('place.userId', '=', userId)
        .where('place.bookId', 'in', bookIds)
        .orderBy('told.id')
        .execute();

/** The last entry that the same device reported at or before the time of this entry. */
export const findBefore = (tx: Tx, entry: ReadHistoryTable) => findBeside(tx, entry, true);

/** The first entry that the same device reported after the time of this entry. */
export const findAfter = (tx: Tx, entry: ReadHistoryTable) => findBeside(tx, entry, false);

/** The earliest entry of the device reported with this time or a later one while its clock was ahead. */
export const findClaim = (
  tx: Tx,
  { userId, bookId, deviceId, claimedAt }: Which & { deviceId: string | null; claimedAt: number },
) =>
  tx
    .selectFrom('readHistory')
    .select(['readAt', 'claimedAt'])
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .where('claimedAt', '>=', claimedAt)
    .where('deviceId', deviceId === null ? 'is' : '=', deviceId)
    .orderBy('claimedAt')
    .limit(1)
    .executeTakeFirst();

export async function add(tx: Tx, row: ReadHistoryTable): Promise<void> {
  await tx.insertInto('readHistory').values(row).execute();
  const tooMany = await tx
    .selectFrom('readHistory')
    .select('id')
    .where('userId', '=', row.userId)
    .where('bookId', '=', row.bookId)
    .orderBy('readAt')
    .limit(1)
    .offset(maxEntries)
    .executeTakeFirst();
  if (tooMany) await prune(tx, row);
}

/** Adds entries of one user, each in a different book. */
export async function addMany(tx: Tx, userId: string, rows: readonly ReadHistoryTable[]): Promise<void> {
  for (const part of chunks(rows, chunkSize)) {
    await tx.insertInto('readHistory').values(part).execute();
    const bookIds = part.map(({ bookId }) => bookId);
    const tooMany = await tx
      .selectFrom('readHistory')
      .select('bookId')
      .where('userId', '=', userId)
      .where('bookId', 'in', bookIds)
      .groupBy('bookId')
      .having((eb) => eb(eb.fn.countAll(), '>', maxEntries))
      .execute();
    for (const { bookId } of tooMany) await prune(tx, { userId, bookId });
  }
}

export async function update(tx: Tx, id: string, change: Partial<ReadHistoryTable>): Promise<void> {
  await tx.updateTable('readHistory').set(change).where('id', '=', id).execute();
}

/** Newest first (index readHistory_places). */
export const list = (
  db: Db,
  { userId, bookId }: Which,
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
    .execute();

export async function count(db: Db, { userId, bookId }: Which): Promise<number> {
  const row = await db
    .selectFrom('readHistory')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function forget(db: Db, { userId, bookId }: Which): Promise<void> {
  await db.deleteFrom('readHistory').where('userId', '=', userId).where('bookId', '=', bookId).execute();
}

/** Moves the entries of all users to another book. Returns their ids. */
export const moveToBook = (
  tx: Tx,
  books: { from: string; to: string },
  selection: MovedRows = {},
): Promise<string[]> =>
  moveRows(tx, { table: 'readHistory', owner: 'bookId', time: 'recordedAt' }, { ...books, ...selection });

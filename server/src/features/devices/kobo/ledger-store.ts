// All SQL of the books synced to each Kobo, and of the planned changes.
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { KoboBookTable, KoboChangeTable } from '#schema/tables/devices/kobo.ts';

const chunkSize = 500;

export const list = (on: Tx | Db, deviceId: string): Promise<KoboBookTable[]> =>
  on.selectFrom('koboBook').selectAll().where('deviceId', '=', deviceId).execute();

export const find = (db: Db, deviceId: string, bookId: string): Promise<KoboBookTable | undefined> =>
  db
    .selectFrom('koboBook')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('bookId', '=', bookId)
    .executeTakeFirst();

/** Records books on the device. Books that were removed on it stay marked. */
export async function know(on: Tx | Db, rows: readonly KoboBookTable[]): Promise<void> {
  for (const part of chunks(rows, chunkSize)) {
    await on
      .insertInto('koboBook')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['deviceId', 'bookId']).doUpdateSet((eb) => ({
          stamp: eb.ref('excluded.stamp'),
          progressAt: eb.ref('excluded.progressAt'),
        })),
      )
      .execute();
  }
}

/** Records the position on the device, overriding what was sent or planned. */
export async function setProgress(
  db: Db,
  { deviceId, bookId }: { deviceId: string; bookId: string },
  progressAt: number | null,
): Promise<void> {
  const change = { progressAt };
  const known = db.updateTable('koboBook').set(change).where('deviceId', '=', deviceId);
  await known.where('bookId', '=', bookId).execute();
  const planned = db.updateTable('koboChange').set(change).where('deviceId', '=', deviceId);
  await planned.where('bookId', '=', bookId).execute();
}

/** Marks a book as removed by the user. It is not sent again. */
export async function archive(
  tx: Tx,
  { deviceId, bookId }: { deviceId: string; bookId: string },
): Promise<void> {
  await tx
    .insertInto('koboBook')
    .values({ deviceId, bookId, stamp: '', progressAt: null, isArchived: 1 })
    .onConflict((conflict) => conflict.columns(['deviceId', 'bookId']).doUpdateSet({ isArchived: 1 }))
    .execute();
  await tx.deleteFrom('koboChange').where('deviceId', '=', deviceId).where('bookId', '=', bookId).execute();
}

/** `keepArchived` keeps the marks of books that the user removed from the device. */
export async function forget(
  tx: Tx,
  deviceId: string,
  { keepArchived }: { keepArchived: boolean },
): Promise<void> {
  await tx.deleteFrom('koboChange').where('deviceId', '=', deviceId).execute();
  await tx
    .deleteFrom('koboBook')
    .where('deviceId', '=', deviceId)
    .$if(keepArchived, (query) => query.where('isArchived', '=', 0))
    .execute();
}

export async function forgetBooks(tx: Tx, deviceId: string, bookIds: readonly string[]): Promise<void> {
  for (const part of chunks(bookIds, chunkSize))
    await tx
      .deleteFrom('koboBook')
      .where('deviceId', '=', deviceId)
      .where('bookId', 'in', part)
      .where('isArchived', '=', 0)
      .execute();
}

export async function plan(tx: Tx, rows: readonly KoboChangeTable[]): Promise<void> {
  for (const part of chunks(rows, chunkSize)) await tx.insertInto('koboChange').values(part).execute();
}

/** Planned changes in order, starting after a number. */
export const listPlanned = (
  on: Tx | Db,
  deviceId: string,
  { after, limit }: { after: number; limit: number },
): Promise<KoboChangeTable[]> =>
  on
    .selectFrom('koboChange')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();

export const listUpTo = (tx: Tx, deviceId: string, position: number): Promise<KoboChangeTable[]> =>
  tx
    .selectFrom('koboChange')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('position', '<=', position)
    .orderBy('position')
    .execute();

export async function removeUpTo(tx: Tx, deviceId: string, position: number): Promise<void> {
  await tx
    .deleteFrom('koboChange')
    .where('deviceId', '=', deviceId)
    .where('position', '<=', position)
    .execute();
}

/** Deletes changes that can no longer be sent. */
export async function drop(db: Db, deviceId: string, positions: readonly number[]): Promise<void> {
  for (const part of chunks(positions, chunkSize))
    await db
      .deleteFrom('koboChange')
      .where('deviceId', '=', deviceId)
      .where('position', 'in', part)
      .execute();
}

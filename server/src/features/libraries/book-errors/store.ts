// All SQL of book errors.
import { type BookErrorType, bookErrorTypes } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { BookFile } from '#catalog/books/files.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { BookErrorTable } from '#schema/tables/libraries/book.ts';

export interface ErrorFilter {
  /** Catalog conditions that restrict the result to visible books. */
  visible: readonly RawBuilder<unknown>[];
  seriesId?: string | undefined;
  errorType?: BookErrorType | undefined;
}

/** Identifies the version of the file that an error belongs to. */
export type FaultyFile = Pick<BookFile, 'id' | 'hash' | 'sizeBytes' | 'modifiedUs'>;

/** Errors of live books that match the filter. */
function matching(db: Db, { visible, seriesId, errorType }: ErrorFilter) {
  let query = db
    .selectFrom('bookError')
    .innerJoin('book', 'book.id', 'bookError.bookId')
    .where('book.deletedAt', 'is', null);
  for (const condition of visible) query = query.where(sql<boolean>`${condition}`);
  if (seriesId !== undefined) query = query.where('book.seriesId', '=', seriesId);
  if (errorType !== undefined) query = query.where('bookError.errorType', '=', errorType);
  return query;
}

export async function countByType(
  db: Db,
  filter: ErrorFilter,
): Promise<Partial<Record<BookErrorType, number>>> {
  const rows = await matching(db, filter)
    .select(['bookError.errorType', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('bookError.errorType')
    .execute();
  const counts = new Map(rows.map((row) => [row.errorType, Number(row.count)]));
  return Object.fromEntries(
    bookErrorTypes.flatMap((type) => (counts.has(type) ? [[type, counts.get(type)]] : [])),
  );
}

export async function countBooks(db: Db, filter: ErrorFilter): Promise<number> {
  const row = await matching(db, filter)
    .select(sql<number>`count(distinct "bookError"."bookId")`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ids of the books with errors of one type, ordered by series and number. */
export async function listBooks(
  db: Db,
  filter: ErrorFilter,
  page: { page: number; pageSize: number },
): Promise<string[]> {
  const rows = await matching(db, filter)
    .select('book.id')
    .orderBy('book.seriesTitleKey')
    .orderBy('book.seriesId')
    .orderBy('book.orderKey')
    .orderBy('book.id')
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
    .execute();
  return rows.map((row) => row.id);
}

/** One page of the books with errors of these types, starting after `afterId`. */
export async function listToRetry(
  db: Db,
  filter: ErrorFilter,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ id: string; libraryId: string }[]> {
  return matching(db, filter)
    .select(['book.id', 'book.libraryId'])
    .distinct()
    .where('book.id', '>', afterId)
    .orderBy('book.id')
    .limit(limit)
    .execute();
}

export const listOf = async (db: Db, bookIds: readonly string[]): Promise<BookErrorTable[]> =>
  bookIds.length === 0
    ? []
    : db.selectFrom('bookError').selectAll().where('bookId', 'in', bookIds).orderBy('occurredAt').execute();

/** Whether the book still has this file. Locks the row until the transaction ends. */
export async function isStill(
  tx: Tx,
  { id, hash, sizeBytes, modifiedUs }: FaultyFile,
  lockingRows: RawBuilder<unknown>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('book')
    .select('id')
    .where('id', '=', id)
    .where('fileHash', '=', hash)
    .where('fileSize', '=', sizeBytes)
    .where('fileModifiedUs', '=', modifiedUs)
    .modifyEnd(lockingRows)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the latest error for each book and type. */
export async function save(on: Db | Tx, rows: readonly BookErrorTable[]): Promise<void> {
  if (rows.length === 0) return;
  await on
    .insertInto('bookError')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['bookId', 'errorType']).doUpdateSet((eb) => ({
        message: eb.ref('excluded.message'),
        details: eb.ref('excluded.details'),
        occurredAt: eb.ref('excluded.occurredAt'),
      })),
    )
    .execute();
}

export async function clear(
  on: Db | Tx,
  bookIds: readonly string[],
  types?: readonly BookErrorType[],
): Promise<void> {
  if (bookIds.length === 0) return;
  let query = on.deleteFrom('bookError').where('bookId', 'in', bookIds);
  if (types) query = query.where('errorType', 'in', types);
  await query.execute();
}

// All SQL that writes progress. Set-based: a series of 2,000 books is marked by a few statements.

import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';

export interface ProgressFilter {
  userId: string;
  /** All live books of these series. */
  seriesIds?: readonly string[];
  /** These books, including deleted ones: a file that is being renamed may be missing for a moment. */
  bookIds?: readonly string[];
}

export interface WantedBook {
  id: string;
  seriesId: string;
  pageCount: number;
  /** Null without progress. */
  completed: number | null;
}

/** Rows per statement: 10 values each, far below both databases' limits. */
const chunkSize = 500;

/** Includes whether the user has finished each book. */
export async function listWanted(
  tx: Tx,
  { userId, seriesIds, bookIds }: ProgressFilter,
): Promise<WantedBook[]> {
  const books: WantedBook[][] = [];
  const wanted = (ids: readonly string[]) =>
    seriesIds
      ? sql`book."seriesId" in (${sql.join(ids)}) and book."deletedAt" is null`
      : sql`book.id in (${sql.join(ids)})`;
  for (const part of chunks(seriesIds ?? bookIds ?? [], chunkSize)) {
    const { rows } = await sql<WantedBook>`
      select book.id, book."seriesId", book."pageCount", p.completed
      from book left join "readProgress" p on p."bookId" = book.id and p."userId" = ${userId}
      where ${wanted(part)}`.execute(tx);
    books.push(rows);
  }
  // Not spread into one call: a series may have more books than a call can have arguments.
  return books.flat();
}

/** The series of the book; empty if the book was purged. */
export const listHomes = (
  tx: Tx,
  bookId: string,
): Promise<{ seriesId: string; deletedAt: number | null }[]> =>
  tx.selectFrom('book').select(['seriesId', 'deletedAt']).where('id', '=', bookId).execute();

export const find = (db: Db, userId: string, bookId: string): Promise<ReadProgressTable | undefined> =>
  db
    .selectFrom('readProgress')
    .selectAll()
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst();

/** A file of an entry, with the series in which the entry is counted. */
export type EntryFile = Pick<BookTable, 'id' | 'seriesId' | 'pageCount' | 'mainBookId'>;

/** All files of the entries of these books, for entries with several files (index book_formats). */
export async function listEntryFiles(tx: Tx, bookIds: readonly string[]): Promise<EntryFile[]> {
  const files: EntryFile[] = [];
  for (const part of chunks(bookIds, chunkSize)) {
    const ids = sql.join(part);
    const columns = sql`file.id, file."seriesId", file."pageCount", file."mainBookId"`;
    const mains = sql`select "mainBookId" from book where "mainBookId" is not null and (id in (${ids}) or "mainBookId" in (${ids}))`;
    const { rows } = await sql<EntryFile>`
      select ${columns} from book file where file.id in (${mains})
      union select ${columns} from book file where file."mainBookId" in (${mains})`.execute(tx);
    files.push(...rows);
  }
  return files;
}

export const listOfBooks = (
  tx: Tx,
  bookIds: readonly string[],
  userId: string | undefined,
): Promise<ReadProgressTable[]> =>
  tx
    .selectFrom('readProgress')
    .selectAll()
    .where('bookId', 'in', bookIds)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute();

/** Time at which each user last removed progress in one of these books. */
export async function listLastForgotten(tx: Tx, bookIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('forgottenProgress')
    .select(['userId', (eb) => eb.fn.max('forgottenAt').as('forgottenAt')])
    .where('bookId', 'in', bookIds)
    .groupBy('userId')
    .execute();
  return new Map(rows.map(({ userId, forgottenAt }) => [userId, Number(forgottenAt)]));
}

export async function save(tx: Tx, row: ReadProgressTable): Promise<void> {
  const { id: _, ...change } = row;
  await tx
    .insertInto('readProgress')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet(change))
    .execute();
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('readProgress').where('id', '=', id).execute();
}

/** Books with progress keep their start time. */
export async function finish(tx: Tx, rows: readonly ReadProgressTable[]): Promise<void> {
  for (const part of chunks(rows, chunkSize)) {
    await tx
      .insertInto('readProgress')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['userId', 'bookId']).doUpdateSet((eb) => ({
          currentPage: eb.ref('excluded.currentPage'),
          percentage: eb.ref('excluded.percentage'),
          completed: 1,
          locator: null,
          updatedAt: eb.ref('excluded.updatedAt'),
          completedAt: eb.ref('excluded.completedAt'),
        })),
      )
      .execute();
  }
}

/** Removes progress in these books; readings from before that time do not restore it. */
export async function forget(
  tx: Tx,
  { userId, bookIds, forgottenAt }: { userId: string; bookIds: readonly string[]; forgottenAt: number },
): Promise<void> {
  for (const part of chunks(bookIds, chunkSize)) {
    await tx.deleteFrom('readProgress').where('userId', '=', userId).where('bookId', 'in', part).execute();
    await tx
      .insertInto('forgottenProgress')
      .values(part.map((bookId) => ({ userId, bookId, forgottenAt })))
      .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet({ forgottenAt }))
      .execute();
  }
}

/** Time at which the user last removed the progress of this book. */
export async function findForgotten(tx: Tx, userId: string, bookId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('forgottenProgress')
    .select('forgottenAt')
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst();
  return row?.forgottenAt;
}

/** The same for several books, by book. */
export async function listForgotten(
  db: Db,
  userId: string,
  bookIds: readonly string[],
): Promise<Map<string, number>> {
  const moments = new Map<string, number>();
  for (const part of chunks(bookIds, chunkSize)) {
    const rows = await db
      .selectFrom('forgottenProgress')
      .select(['bookId', 'forgottenAt'])
      .where('userId', '=', userId)
      .where('bookId', 'in', part)
      .execute();
    for (const { bookId, forgottenAt } of rows) moments.set(bookId, forgottenAt);
  }
  return moments;
}

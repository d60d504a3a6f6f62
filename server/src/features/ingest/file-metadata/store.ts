// All SQL of writing metadata into files.
import type { BookScope } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

const fileColumns = [
  ...(['id', 'seriesId', 'rootId', 'folder', 'fileName', 'fileFormat'] as const),
  ...(['fileSize', 'fileModifiedUs', 'sidecarStamp', 'readerHash', 'title'] as const),
];

export type WritableBook = Awaited<ReturnType<typeof listAfter>>[number];

/** Live books that people or providers say something of, after one of them, by id. */
export const listAfter = async (
  db: Db,
  { column, id }: BookScope,
  { after, limit }: { after: string | undefined; limit: number },
) => {
  const rows = await db
    .selectFrom('book')
    .innerJoin('bookEdit', 'bookEdit.bookId', 'book.id')
    .select(fileColumns.map((name) => `book.${name}` as const))
    .where(`book.${column}`, '=', id)
    .where('book.deletedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('book.id', '>', after ?? ''))
    .orderBy('book.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    fileSize: Number(row.fileSize),
    fileModifiedUs: Number(row.fileModifiedUs),
  }));
};

/** Of how many books something may be to be written. */
export async function count(db: Db, { column, id }: BookScope): Promise<number> {
  const row = await db
    .selectFrom('book')
    .innerJoin('bookEdit', 'bookEdit.bookId', 'book.id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(`book.${column}`, '=', id)
    .where('book.deletedAt', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** KOReader asks for its position by the hash of the file that a device has, which may be the former one. */
export async function keepReaderHash(
  db: Db,
  row: { bookId: string; hash: string; changedAt: number },
): Promise<void> {
  await db
    .insertInto('formerReaderHash')
    .values(row)
    .onConflict((conflict) => conflict.columns(['hash', 'bookId']).doNothing())
    .execute();
}

// All SQL of writing metadata into files.
import { fileFormats, isComic } from '@lectern/contract/values';
import { fileIsThere } from '#catalog/presence.ts';
import type { BookScope } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

const comicFormats = fileFormats.filter(isComic);

const fileColumns = [
  ...(['id', 'seriesId', 'rootId', 'folder', 'fileName', 'fileFormat'] as const),
  ...(['fileSize', 'fileModifiedUs', 'sidecarStamp', 'readerHash', 'title'] as const),
];

export type WritableBook = Awaited<ReturnType<typeof listAfter>>[number];

/** Live books that people or providers say something of, after one of them, by id. */
export const listAfter = async (
  db: Db,
  scope: BookScope,
  { after, limit }: { after: string | undefined; limit: number },
) => {
  const rows = await selectBooks(db, scope)
    .select(fileColumns.map((name) => `book.${name}` as const))
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

const selectBooks = (db: Db, { column, id }: BookScope) =>
  db
    .selectFrom('book')
    .innerJoin('bookEdit', 'bookEdit.bookId', 'book.id')
    .where(`book.${column}`, '=', id)
    .where(fileIsThere);

export type WritableSeries = Awaited<ReturnType<typeof listSeriesAfter>>[number];

/** Series of comics with a folder of their own that people or providers say something of, after one of them, by id. */
export const listSeriesAfter = async (
  db: Db,
  scope: BookScope,
  { after, limit }: { after: string | undefined; limit: number },
) => {
  const rows = await selectSeries(db, scope)
    .select(['series.id', 'series.rootId', 'series.path', 'series.title'])
    .$if(after !== undefined, (query) => query.where('series.id', '>', after ?? ''))
    .orderBy('series.id')
    .limit(limit)
    .execute();
  return rows.map(({ path, ...row }) => ({ ...row, folder: path ?? '' }));
};

const selectSeries = (db: Db, { column, id }: BookScope) =>
  db
    .selectFrom('series')
    .innerJoin('seriesMetadata', 'seriesMetadata.seriesId', 'series.id')
    .where(column === 'libraryId' ? 'series.libraryId' : 'series.id', '=', id)
    .where('series.path', 'is not', null)
    .where('series.path', '<>', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('book')
          .select('book.id')
          .whereRef('book.seriesId', '=', 'series.id')
          .where('book.deletedAt', 'is', null)
          .where('book.fileFormat', 'in', comicFormats),
      ),
    );

/** Of how many books and series something may be to be written. */
export async function count(db: Db, scope: BookScope): Promise<number> {
  const books = await selectBooks(db, scope)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  const series = await selectSeries(db, scope)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(books?.count ?? 0) + Number(series?.count ?? 0);
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

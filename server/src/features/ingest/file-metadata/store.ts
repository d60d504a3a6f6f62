// All SQL for writing metadata into files.
import { fileFormats, isComic } from '@lectern/contract/values';
import { fileIsThere } from '#catalog/books/presence.ts';
import type { BookScope } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

const comicFormats = fileFormats.filter(isComic);

const fileColumns = [
  ...(['id', 'seriesId', 'rootId', 'folder', 'fileName', 'fileFormat'] as const),
  ...(['fileSize', 'fileModifiedUs', 'sidecarStamp', 'readerHash', 'title'] as const),
];

export type WritableBook = Awaited<ReturnType<typeof listAfter>>[number];

/** One page of live books with edits or provider metadata, ordered by id, starting after `after`. */
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

/**
 * One page of comic series that have a separate folder and edits or provider metadata, ordered by id, starting after
 * `after`.
 */
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

/** Number of books and series that may have metadata to write. */
export async function count(db: Db, scope: BookScope): Promise<number> {
  const books = await selectBooks(db, scope)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  const series = await selectSeries(db, scope)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(books?.count ?? 0) + Number(series?.count ?? 0);
}

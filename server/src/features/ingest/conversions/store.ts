// All SQL of conversions.
import { isConvertible } from '@lectern/contract/ingest/convertible';
import { fileFormats } from '@lectern/contract/values';
import { fileIsThere } from '#catalog/books/presence.ts';
import type { BookScope } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

const formats = fileFormats.filter(isConvertible);

const select = (db: Db, { column, id }: BookScope) =>
  db
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .where(`book.${column}`, '=', id)
    .where(fileIsThere)
    .where('book.fileFormat', 'in', formats);

export type ConvertibleBook = Awaited<ReturnType<typeof listAfter>>[number];

/** One page of live books in convertible archives, ordered by id, starting after `after`. */
export const listAfter = (
  db: Db,
  scope: BookScope,
  { after, limit }: { after: string | undefined; limit: number },
) =>
  select(db, scope)
    .select(['book.id', 'book.seriesId', 'book.rootId', 'book.folder', 'book.fileName'])
    .select(['book.fileSize', 'book.readerHash', 'book.title', 'series.title as seriesTitle'])
    .$if(after !== undefined, (query) => query.where('book.id', '>', after ?? ''))
    .orderBy('book.id')
    .limit(limit)
    .execute();

export async function count(db: Db, scope: BookScope): Promise<number> {
  const row = await select(db, scope)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

// In what order: the fields that lists can be sorted by, as expressions both databases order alike. Nulls come last
// in both directions; the id makes every order total (contract section 1).
import { type RawBuilder, sql } from 'kysely';

interface SortField {
  expression: RawBuilder<unknown>;
  /** The expression can be null. */
  nullable?: boolean;
}

const column = (name: string, nullable = false): SortField => ({ expression: sql.ref(name), nullable });

/** Scalar subselects, not joins: SQLite would build a filter over the whole per-user table for a join. */
const lastReadOfBook = (userId: string) =>
  sql`(select "updatedAt" from "readProgress" where "userId" = ${userId} and "bookId" = book.id)`;
const lastReadOfSeries = (userId: string) =>
  sql`(select "lastReadAt" from "seriesProgress" where "userId" = ${userId} and "seriesId" = series.id)`;
const releaseDate = sql`(select "releaseDate" from "bookMetadata" where "bookId" = book.id)`;

export const bookSortFields = [
  'title',
  'series',
  'number',
  'dateAdded',
  'dateUpdated',
  'releaseDate',
  'pageCount',
  'fileSize',
  'fileName',
  'lastRead',
] as const;
export type BookSortField = (typeof bookSortFields)[number];

export const seriesSortFields = [
  'name',
  'title',
  'dateAdded',
  'dateUpdated',
  'year',
  'bookCount',
  'lastRead',
] as const;
export type SeriesSortField = (typeof seriesSortFields)[number];

function bookFields(field: BookSortField, userId: string): SortField[] {
  switch (field) {
    case 'title':
      return [column('book.titleKey')];
    case 'series':
      return [column('book.seriesTitleKey'), column('book.seriesId')];
    case 'number':
      return [column('book.sortNumber'), column('book.fileKey')];
    case 'dateAdded':
      return [column('book.createdAt')];
    case 'dateUpdated':
      return [column('book.updatedAt')];
    case 'releaseDate':
      return [{ expression: releaseDate, nullable: true }];
    case 'pageCount':
      return [column('book.pageCount')];
    case 'fileSize':
      return [column('book.fileSize')];
    case 'fileName':
      return [column('book.fileKey')];
    case 'lastRead':
      return [{ expression: lastReadOfBook(userId), nullable: true }];
  }
}

function seriesFields(field: SeriesSortField, userId: string): SortField[] {
  switch (field) {
    case 'name':
    case 'title':
      return [column('series.titleKey')];
    case 'dateAdded':
      return [column('series.createdAt')];
    case 'dateUpdated':
      return [column('series.booksUpdatedAt')];
    case 'year':
      return [column('series.year', true)];
    case 'bookCount':
      return [column('series.bookCount')];
    case 'lastRead':
      return [{ expression: lastReadOfSeries(userId), nullable: true }];
  }
}

export type Direction = 'asc' | 'desc';
export interface Term<F extends string> {
  field: F;
  direction: Direction;
}

export const toBookOrder = (terms: readonly Term<BookSortField>[], userId: string): RawBuilder<unknown> =>
  toOrder(
    terms.flatMap(({ field, direction }) => bookFields(field, userId).map((one) => ({ ...one, direction }))),
    'book.id',
  );

export const toSeriesOrder = (terms: readonly Term<SeriesSortField>[], userId: string): RawBuilder<unknown> =>
  toOrder(
    terms.flatMap(({ field, direction }) =>
      seriesFields(field, userId).map((one) => ({ ...one, direction })),
    ),
    'series.id',
  );

/** The id follows the direction of the last field, so that one index serves both directions. */
function toOrder(fields: readonly (SortField & { direction: Direction })[], id: string): RawBuilder<unknown> {
  const parts = fields.flatMap(({ expression, nullable, direction }) => {
    const part = sql`${expression} ${sql.raw(direction)}`;
    return nullable ? [sql`(${expression} is null)`, part] : [part];
  });
  return sql.join([...parts, sql`${sql.ref(id)} ${sql.raw(fields.at(-1)?.direction ?? 'asc')}`]);
}

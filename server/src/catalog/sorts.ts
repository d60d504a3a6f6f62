// Sort fields of lists, as expressions with the same order on both databases. Nulls come last in both directions; the
// id makes every order total.
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';

interface SortField {
  expression: RawBuilder<unknown>;
  /** Whether the expression can be null. */
  nullable?: boolean;
  /** Column that is null for rows without a value. They come last in both directions. */
  missing?: string;
}

const column = (name: string, nullable = false): SortField => ({ expression: sql.ref(name), nullable });

/** Scalar subselects instead of joins: for a join, SQLite would build a filter over the whole per-user table. */
const lastReadOfBook = (userId: string) =>
  sql`(select "updatedAt" from "readProgress" where "userId" = ${userId} and "bookId" = book.id)`;
const lastReadOfSeries = (userId: string) =>
  sql`(select "lastReadAt" from "seriesProgress" where "userId" = ${userId} and "seriesId" = series.id)`;

const readCount = (userId: string) =>
  sql`(select "readCount" from "seriesProgress" where "userId" = ${userId} and "seriesId" = series.id)`;
const ownRating = (userId: string) =>
  sql`(select rating from "seriesRating" where "userId" = ${userId} and "seriesId" = series.id)`;

function bookFields(field: BookSortField, { userId, seed, shuffled }: OrderContext): SortField[] {
  switch (field) {
    case 'title':
      return [column('book.titleKey')];
    case 'series':
      return [column('book.seriesTitleKey'), column('book.seriesId')];
    case 'number':
      return [{ expression: sql.ref('book.orderKey'), missing: 'book.number' }];
    case 'dateAdded':
      return [column('book.createdAt')];
    case 'dateUpdated':
      return [column('book.updatedAt')];
    case 'releaseDate':
      return [column('book.releasedAt', true)];
    case 'pageCount':
      return [column('book.pageCount')];
    case 'fileSize':
      return [column('book.fileSize')];
    case 'fileName':
      return [column('book.fileKey')];
    case 'lastRead':
      return [{ expression: lastReadOfBook(userId), nullable: true }];
    case 'random':
      return [{ expression: shuffled(sql.ref('book.id'), seed ?? 0) }];
    case 'relevance':
      return [];
  }
}

function seriesFields(field: SeriesSortField, { userId, seed, shuffled }: OrderContext): SortField[] {
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
    case 'releaseDate':
      return [column('series.releasedAt', true)];
    case 'unreadCount':
      return [{ expression: sql`series."bookCount" - coalesce(${readCount(userId)}, 0)` }];
    case 'userRating':
      return [{ expression: ownRating(userId), nullable: true }];
    case 'communityRating':
      return [column('series.communityRating', true)];
    case 'random':
      return [{ expression: shuffled(sql.ref('series.id'), seed ?? 0) }];
    case 'relevance':
      return [];
  }
}

type Direction = 'asc' | 'desc';
export interface Term<F extends string> {
  field: F;
  direction: Direction;
}

/** Order of a list. `seed` applies to `random`. */
export interface Order<F extends string> {
  sort?: readonly Term<F>[] | undefined;
  seed?: number | undefined;
}

export interface OrderContext {
  userId: string;
  seed: number | undefined;
  shuffled(id: RawBuilder<unknown>, seed: number): RawBuilder<unknown>;
}

export const toBookOrder = (
  terms: readonly Term<BookSortField>[],
  context: OrderContext,
): RawBuilder<unknown> =>
  toOrder(
    terms.flatMap(({ field, direction }) => bookFields(field, context).map((one) => ({ ...one, direction }))),
    'book.id',
  );

export const toSeriesOrder = (
  terms: readonly Term<SeriesSortField>[],
  context: OrderContext,
): RawBuilder<unknown> =>
  toOrder(
    terms.flatMap(({ field, direction }) =>
      seriesFields(field, context).map((one) => ({ ...one, direction })),
    ),
    'series.id',
  );

const indexedBookFields: readonly BookSortField[] = [
  'title',
  'dateAdded',
  'dateUpdated',
  'releaseDate',
  'pageCount',
  'fileSize',
  'fileName',
];
const indexedSeriesFields: readonly SeriesSortField[] = [
  'name',
  'title',
  'dateAdded',
  'dateUpdated',
  'releaseDate',
  'year',
  'bookCount',
];

/** Whether an index has this book order, so that it can be walked. */
export function isBookOrderIndexed(terms: readonly Term<BookSortField>[]): boolean {
  const [first, second, ...others] = terms;
  if (!first || others.length > 0) return false;
  if (!second) return indexedBookFields.includes(first.field);
  // In descending order, books without a number would come first.
  const isSeries = first.field === 'series' && second.field === 'number';
  return isSeries && first.direction === 'asc' && second.direction === 'asc';
}

export const isSeriesOrderIndexed = (terms: readonly Term<SeriesSortField>[]): boolean =>
  terms.length === 1 && terms.every(({ field }) => indexedSeriesFields.includes(field));

/** The id has the direction of the last field, so that one index serves both directions. */
function toOrder(fields: readonly (SortField & { direction: Direction })[], id: string): RawBuilder<unknown> {
  const parts = fields.flatMap(({ expression, nullable, missing, direction }) => {
    const part = sql`${expression} ${sql.raw(direction)}`;
    if (nullable) return [sql`(${expression} is null)`, part];
    // In ascending order, keys of books without a number are greater than others.
    return missing !== undefined && direction === 'desc'
      ? [sql`(${sql.ref(missing)} is null)`, part]
      : [part];
  });
  return sql.join([...parts, sql`${sql.ref(id)} ${sql.raw(fields.at(-1)?.direction ?? 'asc')}`]);
}

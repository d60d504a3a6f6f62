// Lists of books by library, series, condition, search and membership.
import type { BookSortField } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type BookRow, readBookRows } from '../books/book-rows.ts';
import { isBookOrderIndexed, type Term, toBookOrder } from '../sorts.ts';
import { booksInScope, type Scope, seriesInScope, toScope } from '../visible.ts';
import { countListing } from './count.ts';
import type { CountedRows, ListDependencies } from './dependencies.ts';
import type { Listing } from './listing.ts';
import { readCorrectedPage } from './page.ts';
import {
  anyPage,
  isWhole,
  type Kind,
  type RowList,
  readAllIds,
  toListing,
  type Unordered,
} from './to-listing.ts';

export interface BookList extends RowList<BookSortField> {
  seriesId?: string | undefined;
}

const books: Kind<BookSortField> = {
  table: 'book',
  isLive: sql`book."deletedAt" is null`,
  // Additional formats of an entry are never listed.
  isEver: sql`book."mainBookId" is null`,
  count: 'bookCount',
  inScope: booksInScope,
  toOrder: toBookOrder,
  isIndexed: isBookOrderIndexed,
};

const bySeriesAndNumber: readonly Term<BookSortField>[] = [
  { field: 'series', direction: 'asc' },
  { field: 'number', direction: 'asc' },
];

export async function listBooks(
  deps: ListDependencies,
  viewer: Viewer,
  list: BookList,
): Promise<CountedRows<BookRow>> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const listing = await toBookListing(deps, scope, list);
  const knownTotal = list.total ?? (await findKnownTotal(deps, scope, list));
  const { correctsSearch } = list;
  const { ids, ...page } = await readCorrectedPage(deps.database, listing, { knownTotal, correctsSearch });
  return { ...page, rows: await readBookRows(deps, viewer, ids) };
}

export async function countBookList(
  deps: ListDependencies,
  viewer: Viewer,
  list: Unordered<BookList>,
): Promise<number> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return 0;
  const whole = { ...list, page: anyPage };
  return (
    (await findKnownTotal(deps, scope, whole)) ??
    countListing(deps.database, await toBookListing(deps, scope, whole))
  );
}

const findKnownTotal = async (
  deps: ListDependencies,
  scope: Scope,
  list: BookList,
): Promise<number | undefined> =>
  isWhole(list) && list.seriesId === undefined ? countBooks(deps, scope) : undefined;

export async function listBookIds(
  deps: ListDependencies,
  viewer: Viewer,
  list: Unordered<BookList>,
): Promise<string[]> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return [];
  return readAllIds(deps, await toBookListing(deps, scope, { ...list, page: anyPage }));
}

/** Sums the cached totals of libraries, or of each visible series, instead of counting up to a million rows. */
export async function countBooks({ db, libraries }: ListDependencies, scope: Scope): Promise<number> {
  if (!scope.viewer.seriesRule) return libraries.sum(scope.libraryIds, 'bookCount');
  const conditions = [sql`series."bookCount" > 0`, ...seriesInScope(scope)];
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(series."bookCount"), 0) as total from series
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export function toBookListing(deps: ListDependencies, scope: Scope, list: BookList): Promise<Listing> {
  const { seriesId } = list;
  const filters = seriesId === undefined ? [] : [sql`book."seriesId" = ${seriesId}`];
  const defaultSort = seriesId ? bySeriesAndNumber.slice(1) : bySeriesAndNumber;
  return toListing(deps, books, scope, { ...list, filters, defaultSort });
}

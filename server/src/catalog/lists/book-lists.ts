// Lists of books: by library, series, condition, search, membership.
import type { Condition } from '@lectern/contract/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import type { BookSortField } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { type BookRow, readBookRows } from '../book-rows.ts';
import { isMemberOf, shelfOrder, wantedAt } from '../shelf-sql.ts';
import { isBookOrderIndexed, type Order, type Term, toBookOrder } from '../sorts.ts';
import { booksInScope, type Scope, seriesInScope, toScope } from '../visible.ts';
import type { Found, ListDependencies } from './dependencies.ts';
import { type Listing, toFrom } from './listing.ts';
import { readPage } from './page.ts';

export interface BookList extends Order<BookSortField> {
  libraryId?: string | undefined;
  seriesId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this read list, in its order when it has one and no other is asked for. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only books that the viewer wants to read, the last one first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  includeDeleted?: boolean | undefined;
  page: PageRequest;
}

const bySeriesAndNumber: readonly Term<BookSortField>[] = [
  { field: 'series', direction: 'asc' },
  { field: 'number', direction: 'asc' },
];

export async function listBooks(
  deps: ListDependencies,
  viewer: Viewer,
  list: BookList,
): Promise<Found<BookRow>> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const listing = await toBookListing(deps, scope, list);
  const knownTotal = isWhole(list) ? await countBooks(deps, scope) : undefined;
  const { ids, total } = await readPage(deps.database, listing, knownTotal);
  return { rows: await readBookRows(deps, viewer, ids), total };
}

/** All ids that the list holds, as it is at one moment; the oldest books first. */
export async function listBookIds(
  deps: ListDependencies,
  viewer: Viewer,
  list: Omit<BookList, 'page' | 'sort' | 'seed'>,
): Promise<string[]> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return [];
  const listing = await toBookListing(deps, scope, { ...list, page: { page: 1, pageSize: 1 } });
  const { rows } = await sql<{ id: string }>`
    select book.id ${toFrom(deps.database, listing)} order by book.id`.execute(deps.db);
  return rows.map(({ id }) => id);
}

/** Every live book that the viewer sees, of one library or of all. */
const isWhole = ({ seriesId, condition, memberOf, isWanted, search, includeDeleted }: BookList): boolean =>
  !includeDeleted && seriesId === undefined && !condition && !search && !memberOf && !isWanted;

/** The cached totals of libraries, or those of each series that a rule does not hide, instead of a million rows. */
export async function countBooks({ db, libraries }: ListDependencies, scope: Scope): Promise<number> {
  if (!scope.viewer.seriesRule) return libraries.sum(scope.libraryIds, 'bookCount');
  const conditions = [sql`series."bookCount" > 0`, ...seriesInScope(scope)];
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(series."bookCount"), 0) as total from series
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export async function toBookListing(
  { database, libraries, prepare }: ListDependencies,
  scope: Scope,
  list: BookList,
): Promise<Listing> {
  const { seriesId, condition, search, includeDeleted = false } = list;
  const { userId } = scope.viewer;
  const visible = booksInScope(scope);
  const narrowed = [];
  if (seriesId !== undefined) narrowed.push(sql`book."seriesId" = ${seriesId}`);
  if (list.memberOf) narrowed.push(isMemberOf('book', list.memberOf.id));
  if (list.isWanted) narrowed.push(sql`${wantedAt('book', userId)} is not null`);
  const live = includeDeleted ? [] : [sql`book."deletedAt" is null`];
  return {
    table: 'book',
    filters: [...visible, ...live, ...narrowed],
    condition: condition && (await prepare(scope.viewer, condition)),
    search,
    includeDeleted,
    isOpen: visible.length === 0 && narrowed.length === 0,
    candidates: await libraries.sum(scope.libraryIds, 'bookCount'),
    ...(await toOrder({ database, libraries }, scope, list)),
    page: list.page,
  };
}

async function toOrder(
  { database, libraries }: Pick<ListDependencies, 'database' | 'libraries'>,
  scope: Scope,
  list: BookList,
): Promise<Pick<Listing, 'order' | 'orderedRows'>> {
  const { seriesId, search, includeDeleted, sort = [], seed } = list;
  const { userId } = scope.viewer;
  if (search && (sort.length === 0 || sort[0]?.field === 'relevance'))
    return { order: undefined, orderedRows: undefined };
  const ofShelf = shelfOrder('book', list, userId);
  if (ofShelf) return { order: ofShelf, orderedRows: undefined };
  const terms = sort.length > 0 ? sort : seriesId ? bySeriesAndNumber.slice(1) : bySeriesAndNumber;
  const fields = terms.filter(({ field }) => field !== 'relevance');
  const isIndexed = isBookOrderIndexed(terms) && !includeDeleted && !search;
  // The order by series and number has an index for each library, too.
  const isOfLibrary = list.libraryId !== undefined && terms.length === 2;
  const walked = isOfLibrary ? scope.libraryIds : [...(await libraries.all()).keys()];
  return {
    order: toBookOrder(fields, { userId, seed, shuffled: database.dialect.shuffled }),
    orderedRows: isIndexed ? await libraries.sum(walked, 'bookCount') : undefined,
  };
}

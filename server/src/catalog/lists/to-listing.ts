// Rows and order that lists of books and lists of series share.
import type { Condition } from '@lectern/contract/conditions/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import { sql } from 'kysely';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import type { Order, OrderContext, Term } from '../sorts.ts';
import type { Scope } from '../visible.ts';
import type { ListDependencies } from './dependencies.ts';
import { type Listing, type Sql, toFrom, toId } from './listing.ts';
import { isMemberOf, type Owner, shelfOrder, wantedAt } from './shelf-sql.ts';

export interface RowList<F extends string> extends Order<F> {
  libraryId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this collection or read list. Uses the order of the list if it has one and no sort is given. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only want-to-read entries, newest first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  /** Whether a search without results is corrected. */
  correctsSearch?: boolean | undefined;
  includeDeleted?: boolean | undefined;
  /** Number of rows, if the caller has counted them for this viewer. */
  total?: number | undefined;
  page: PageRequest;
}

/** A list whose rows are only counted. */
export type Unordered<L extends RowList<string>> = Omit<
  L,
  'page' | 'sort' | 'seed' | 'total' | 'correctsSearch'
>;

/** A page for lists that are read completely. */
export const anyPage: PageRequest = { page: 1, pageSize: 1 };

/** Differences between books and series. */
export interface Kind<F extends string> {
  table: Owner;
  isLive: Sql;
  /** Condition for rows when deleted ones are included. Undefined if all rows qualify. */
  isEver?: Sql;
  /** Column of the libraries' cached total. */
  count: 'bookCount' | 'seriesCount';
  inScope(scope: Scope): Sql[];
  toOrder(terms: readonly Term<F>[], context: OrderContext): Sql;
  isIndexed(terms: readonly Term<F>[]): boolean;
}

/** Whether the list contains every visible live row of one library or of all. */
export const isWhole = ({
  condition,
  search,
  memberOf,
  isWanted,
  includeDeleted,
}: RowList<string>): boolean => !condition && !search && !memberOf && !isWanted && !includeDeleted;

/** `filters`: additional conditions of this kind of list. */
export async function toListing<F extends string>(
  { database, libraries, prepare }: ListDependencies,
  kind: Kind<F>,
  scope: Scope,
  { filters, ...list }: RowList<F> & { filters: readonly Sql[]; defaultSort: readonly Term<F>[] },
): Promise<Listing> {
  const { condition, search, includeDeleted = false } = list;
  const { table, isLive, isEver, count } = kind;
  const visible = kind.inScope(scope);
  const narrowed = [...filters, ...(includeDeleted && isEver ? [isEver] : [])];
  if (list.memberOf) narrowed.push(isMemberOf(table, list.memberOf.id));
  if (list.isWanted) narrowed.push(sql`${wantedAt(table, scope.viewer.userId)} is not null`);
  return {
    table,
    filters: [...visible, ...(includeDeleted ? [] : [isLive]), ...narrowed],
    condition: condition && (await prepare(scope.viewer, condition)),
    search,
    includeDeleted,
    isOpen: visible.length === 0 && narrowed.length === 0,
    candidates: await libraries.sum(scope.libraryIds, count),
    ...toOrder({ database }, kind, scope, list),
    page: list.page,
  };
}

function toOrder<F extends string>(
  { database }: Pick<ListDependencies, 'database'>,
  kind: Kind<F>,
  scope: Scope,
  { defaultSort, ...list }: RowList<F> & { defaultSort: readonly Term<F>[] },
): Pick<Listing, 'order' | 'isOrderIndexed'> {
  const { search, includeDeleted, sort = [], seed } = list;
  const { userId } = scope.viewer;
  if (search && (sort.length === 0 || sort[0]?.field === 'relevance'))
    return { order: undefined, isOrderIndexed: false };
  const ofShelf = shelfOrder(kind.table, list, userId);
  if (ofShelf) return { order: ofShelf, isOrderIndexed: false };
  const terms = sort.length > 0 ? sort : defaultSort;
  const fields = terms.filter(({ field }) => field !== 'relevance');
  return {
    order: kind.toOrder(fields, { userId, seed, shuffled: database.dialect.shuffled }),
    isOrderIndexed: kind.isIndexed(terms) && !includeDeleted && !search,
  };
}

/** Returns all ids of the list from one consistent state, oldest first. */
export async function readAllIds({ database, db }: ListDependencies, listing: Listing): Promise<string[]> {
  const id = toId(listing);
  const { rows } = await sql<{
    id: string;
  }>`select ${id} ${toFrom(database, listing)} order by ${id}`.execute(db);
  return rows.map((row) => row.id);
}

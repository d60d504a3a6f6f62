// What lists of books and lists of series have in common: which rows, and in which order.
import type { Condition } from '@lectern/contract/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import { sql } from 'kysely';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { isMemberOf, type Owner, shelfOrder, wantedAt } from '../shelf-sql.ts';
import type { Order, OrderContext, Term } from '../sorts.ts';
import type { Scope } from '../visible.ts';
import type { ListDependencies } from './dependencies.ts';
import { type Listing, type Sql, toFrom, toId } from './listing.ts';

export interface RowList<F extends string> extends Order<F> {
  libraryId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this collection or read list, in its order when it has one and no other is asked for. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only what the viewer wants to read, the last one first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  includeDeleted?: boolean | undefined;
  page: PageRequest;
}

/** The page of a list that is read as a whole. */
export const anyPage: PageRequest = { page: 1, pageSize: 1 };

/** How books differ from series. */
export interface Kind<F extends string> {
  table: Owner;
  isLive: Sql;
  /** Holds of rows that are wanted with deleted ones, too; undefined where that is every row. */
  isEver?: Sql;
  /** What libraries keep the number of live rows as. */
  count: 'bookCount' | 'seriesCount';
  inScope(scope: Scope): Sql[];
  toOrder(terms: readonly Term<F>[], context: OrderContext): Sql;
  isIndexed(terms: readonly Term<F>[]): boolean;
  /** The order has an index for each library, too. */
  isIndexedByLibrary(terms: readonly Term<F>[]): boolean;
}

/** Every live row that the viewer sees, of one library or of all. */
export const isWhole = ({
  condition,
  search,
  memberOf,
  isWanted,
  includeDeleted,
}: RowList<string>): boolean => !condition && !search && !memberOf && !isWanted && !includeDeleted;

/** `filters` are those of this kind of list alone. */
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
    ...(await toOrder({ database, libraries }, kind, scope, list)),
    page: list.page,
  };
}

async function toOrder<F extends string>(
  { database, libraries }: Pick<ListDependencies, 'database' | 'libraries'>,
  kind: Kind<F>,
  scope: Scope,
  { defaultSort, ...list }: RowList<F> & { defaultSort: readonly Term<F>[] },
): Promise<Pick<Listing, 'order' | 'orderedRows'>> {
  const { search, includeDeleted, sort = [], seed } = list;
  const { userId } = scope.viewer;
  if (search && (sort.length === 0 || sort[0]?.field === 'relevance'))
    return { order: undefined, orderedRows: undefined };
  const ofShelf = shelfOrder(kind.table, list, userId);
  if (ofShelf) return { order: ofShelf, orderedRows: undefined };
  const terms = sort.length > 0 ? sort : defaultSort;
  const fields = terms.filter(({ field }) => field !== 'relevance');
  const isIndexed = kind.isIndexed(terms) && !includeDeleted && !search;
  const isOfLibrary = list.libraryId !== undefined && kind.isIndexedByLibrary(terms);
  const walked = isOfLibrary ? scope.libraryIds : [...(await libraries.all()).keys()];
  return {
    order: kind.toOrder(fields, { userId, seed, shuffled: database.dialect.shuffled }),
    orderedRows: isIndexed ? await libraries.sum(walked, kind.count) : undefined,
  };
}

/** All ids that the list holds, as it is at one moment; the oldest rows first. */
export async function readAllIds({ database, db }: ListDependencies, listing: Listing): Promise<string[]> {
  const id = toId(listing);
  const { rows } = await sql<{
    id: string;
  }>`select ${id} ${toFrom(database, listing)} order by ${id}`.execute(db);
  return rows.map((row) => row.id);
}

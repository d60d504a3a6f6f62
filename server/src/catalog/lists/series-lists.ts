// Lists of series: by library, condition, search, membership. Series without books are not shown.
import type { Condition } from '@lectern/contract/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import type { SeriesSortField } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { readSeriesRows, type SeriesRow } from '../series-dto.ts';
import { isMemberOf, shelfOrder, wantedAt } from '../shelf-sql.ts';
import { isSeriesOrderIndexed, type Order, type Term, toSeriesOrder } from '../sorts.ts';
import { type Scope, seriesInScope, toScope } from '../visible.ts';
import type { Found, ListDependencies } from './dependencies.ts';
import { type Listing, toFrom } from './listing.ts';
import { readPage } from './page.ts';

export interface SeriesList extends Order<SeriesSortField> {
  libraryId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this collection, in its order when it has one and no other is asked for. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only series that the viewer wants to read, the last one first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  includeDeleted?: boolean | undefined;
  page: PageRequest;
}

export interface LetterGroup {
  /** A letter, or `#` for all else. */
  group: string;
  count: number;
}

const byTitle: readonly Term<SeriesSortField>[] = [{ field: 'title', direction: 'asc' }];

export async function listSeries(
  deps: ListDependencies,
  viewer: Viewer,
  list: SeriesList,
): Promise<Found<SeriesRow>> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const listing = await toSeriesListing(deps, scope, list);
  // Libraries keep their totals, but not what a rule leaves of them.
  const isWhole = isUnfiltered(list) && !list.includeDeleted && !viewer.seriesRule;
  const { ids, total } = await readPage(deps.database, listing, isWhole ? listing.candidates : undefined);
  return { rows: await readSeriesRows(deps, viewer, ids), total };
}

const isUnfiltered = ({ condition, search, memberOf, isWanted }: SeriesList): boolean =>
  !condition && !search && !memberOf && !isWanted;

/** All ids that the list holds, as it is at one moment. */
export async function listSeriesIds(
  deps: ListDependencies,
  viewer: Viewer,
  list: Omit<SeriesList, 'page' | 'sort' | 'seed'>,
): Promise<string[]> {
  const listing = await toWholeListing(deps, viewer, list);
  if (!listing) return [];
  const { rows } = await sql<{ id: string }>`
    select series.id ${toFrom(deps.database, listing)} order by series.id`.execute(deps.db);
  return rows.map(({ id }) => id);
}

/** How many series begin with which letter, in the order of the list by title. */
export async function listLetterGroups(
  deps: ListDependencies,
  viewer: Viewer,
  list: Omit<SeriesList, 'page' | 'sort'>,
): Promise<LetterGroup[]> {
  const listing = await toWholeListing(deps, viewer, list);
  if (!listing) return [];
  const { rows } = await sql<{ character: string; total: number }>`
    select substr(series."titleKey", 1, 1) as character, count(*) as total ${toFrom(deps.database, listing)}
    group by substr(series."titleKey", 1, 1)`.execute(deps.db);
  return toLetterGroups(rows);
}

/** Undefined when nothing is in sight. */
async function toWholeListing(
  deps: ListDependencies,
  viewer: Viewer,
  list: Omit<SeriesList, 'page'>,
): Promise<Listing | undefined> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return undefined;
  return toSeriesListing(deps, scope, { ...list, page: { page: 1, pageSize: 1 } });
}

export async function toSeriesListing(
  { database, libraries, prepare }: ListDependencies,
  scope: Scope,
  list: SeriesList,
): Promise<Listing> {
  const { condition, search, includeDeleted = false } = list;
  const { userId } = scope.viewer;
  const visible = seriesInScope(scope);
  const narrowed = [];
  if (list.memberOf) narrowed.push(isMemberOf('series', list.memberOf.id));
  if (list.isWanted) narrowed.push(sql`${wantedAt('series', userId)} is not null`);
  const live = includeDeleted ? [] : [sql`series."bookCount" > 0`];
  return {
    table: 'series',
    filters: [...visible, ...live, ...narrowed],
    condition: condition && (await prepare(scope.viewer, condition)),
    search,
    includeDeleted,
    isOpen: visible.length === 0 && narrowed.length === 0,
    candidates: await libraries.sum(scope.libraryIds, 'seriesCount'),
    ...(await toOrder({ database, libraries }, userId, list)),
    page: list.page,
  };
}

async function toOrder(
  { database, libraries }: Pick<ListDependencies, 'database' | 'libraries'>,
  userId: string,
  list: SeriesList,
): Promise<Pick<Listing, 'order' | 'orderedRows'>> {
  const { search, includeDeleted, sort = [], seed } = list;
  if (search && (sort.length === 0 || sort[0]?.field === 'relevance'))
    return { order: undefined, orderedRows: undefined };
  const ofShelf = shelfOrder('series', list, userId);
  if (ofShelf) return { order: ofShelf, orderedRows: undefined };
  const terms = sort.length > 0 ? sort : byTitle;
  const fields = terms.filter(({ field }) => field !== 'relevance');
  const isIndexed = isSeriesOrderIndexed(terms) && !includeDeleted && !search;
  const walked = [...(await libraries.all()).keys()];
  return {
    order: toSeriesOrder(fields, { userId, seed, shuffled: database.dialect.shuffled }),
    orderedRows: isIndexed ? await libraries.sum(walked, 'seriesCount') : undefined,
  };
}

/** The first character of a sort key: no article, no accent. A letter stands for itself, all else is `#`. */
function toLetterGroups(rows: readonly { character: string; total: number }[]): LetterGroup[] {
  const counts = new Map<string, number>();
  for (const { character, total } of rows) {
    const group = /^\p{L}$/u.test(character) ? character.toUpperCase() : '#';
    counts.set(group, (counts.get(group) ?? 0) + Number(total));
  }
  const groups = [...counts].map(([group, count]) => ({ group, count }));
  const rank = (group: string) => (group === '#' ? '' : group);
  return groups.sort((a, b) => (rank(a.group) < rank(b.group) ? -1 : 1));
}

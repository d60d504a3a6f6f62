// Lists of series by library, condition, search and membership. Series without books are not shown.
import type { SeriesSortField } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { readSeriesRows, type SeriesRow } from '../series/series-dto.ts';
import { isSeriesOrderIndexed, type Term, toSeriesOrder } from '../sorts.ts';
import { type Scope, seriesInScope, toScope } from '../visible.ts';
import { countListing } from './count.ts';
import type { CountedRows, ListDependencies } from './dependencies.ts';
import { type Listing, toFrom } from './listing.ts';
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

export type SeriesList = RowList<SeriesSortField>;

const series: Kind<SeriesSortField> = {
  table: 'series',
  isLive: sql`series."bookCount" > 0`,
  count: 'seriesCount',
  inScope: seriesInScope,
  toOrder: toSeriesOrder,
  isIndexed: isSeriesOrderIndexed,
};

export interface LetterGroup {
  /** A letter, or `#` for everything else. */
  group: string;
  count: number;
}

const byTitle: readonly Term<SeriesSortField>[] = [{ field: 'title', direction: 'asc' }];

export async function listSeries(
  deps: ListDependencies,
  viewer: Viewer,
  list: SeriesList,
): Promise<CountedRows<SeriesRow>> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const listing = await toSeriesListing(deps, scope, list);
  const knownTotal = list.total ?? findKnownTotal(viewer, list, listing);
  const { correctsSearch } = list;
  const { ids, ...page } = await readCorrectedPage(deps.database, listing, { knownTotal, correctsSearch });
  return { ...page, rows: await readSeriesRows(deps, viewer, ids) };
}

export async function countSeriesList(
  deps: ListDependencies,
  viewer: Viewer,
  list: Unordered<SeriesList>,
): Promise<number> {
  const whole = { ...list, page: anyPage };
  const listing = await toWholeListing(deps, viewer, list);
  return listing ? (findKnownTotal(viewer, whole, listing) ?? countListing(deps.database, listing)) : 0;
}

/** The cached totals of libraries do not apply to viewers with a series rule. */
const findKnownTotal = (
  viewer: Viewer,
  list: SeriesList,
  { candidates }: Pick<Listing, 'candidates'>,
): number | undefined => (isWhole(list) && !viewer.seriesRule ? candidates : undefined);

export async function listSeriesIds(
  deps: ListDependencies,
  viewer: Viewer,
  list: Unordered<SeriesList>,
): Promise<string[]> {
  const listing = await toWholeListing(deps, viewer, list);
  return listing ? readAllIds(deps, listing) : [];
}

/** Counts series by initial letter, in title order. */
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

/** Returns undefined if nothing is visible. */
async function toWholeListing(
  deps: ListDependencies,
  viewer: Viewer,
  list: Omit<SeriesList, 'page'>,
): Promise<Listing | undefined> {
  const scope = await toScope(deps.libraries, viewer, list.libraryId);
  if (scope.libraryIds.length === 0) return undefined;
  return toSeriesListing(deps, scope, { ...list, page: anyPage });
}

export const toSeriesListing = (deps: ListDependencies, scope: Scope, list: SeriesList): Promise<Listing> =>
  toListing(deps, series, scope, { ...list, filters: [], defaultSort: byTitle });

/** Uses the first character of a sort key, which has no article or accent. Characters other than letters become `#`. */
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

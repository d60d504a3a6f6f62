// Lists of series: conditions, search and order put together, and read from the catalog.
import type { Condition } from '@lectern/contract/conditions';
import type { SeriesSortField } from '@lectern/contract/values';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import type { SeriesList } from '#catalog/series.ts';
import type { Term } from '#catalog/sorts.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { PinnedLists } from '../book-lists/pinned.ts';
import { allOf } from '../conditions/build.ts';
import { findOnly, toVisibility, withoutOnly } from '../conditions/grammar.ts';
import { readFilters } from '../conditions/query-form.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { readFound, readWindow } from '../query/paging.ts';
import { toSearchTerms } from '../query/search.ts';
import { isSortRequested, readSeriesSort } from '../query/sort.ts';
import { type Query, readText } from '../query/values.ts';
import { toPage } from '../shapes/page.ts';
import { createSeeds } from './random.ts';
import type { Shown } from './shown.ts';

export interface ListCall {
  viewer: Viewer;
  query: Query;
}

export interface SeriesFilter {
  condition?: Condition | undefined;
  fullTextSearch?: string | null | undefined;
  /** Words of the list itself: they are looked for whatever the client asks, and leave the order alone. */
  within?: string;
  memberOf?: SeriesList['memberOf'];
  /** The order unless the client asks for another. */
  usual?: readonly Term<SeriesSortField>[];
}

export type SeriesLister = ReturnType<typeof createSeriesLister>;

interface Dependencies extends Pick<CompatDependencies, 'catalog'> {
  pinned: Pick<PinnedLists, 'expand'>;
}

export function createSeriesLister({ catalog, pinned }: Dependencies, shown: Shown) {
  const seedOf = createSeeds();

  /** What a list is limited to: by parameters and by a condition alike. */
  async function select(
    { viewer, query }: ListCall,
    { condition, fullTextSearch, within, memberOf }: SeriesFilter,
  ) {
    const { condition: requested, includeDeleted } = toVisibility(
      allOf([condition, readFilters('series', query)]),
    );
    requireFieldPermissions(viewer, requested);
    const wanted = await pinned.expand(viewer, 'series', requested);
    return {
      libraryId: findOnly(wanted, 'libraryId'),
      condition: withoutOnly(wanted, 'libraryId'),
      search: toSearchTerms(fullTextSearch ?? readText(query, 'search'), within),
      includeDeleted,
      memberOf,
    };
  }

  return {
    select,

    async list({ viewer, query }: ListCall, filter: SeriesFilter = {}) {
      const window = readWindow(query);
      const selection = await select({ viewer, query }, filter);
      const requested = readSeriesSort(query).filter(
        ({ field }) => field !== 'relevance' || selection.search,
      );
      const isRanked = selection.search !== undefined && filter.within === undefined;
      const sort = requested.length > 0 || isRanked ? requested : (filter.usual ?? []);
      const seed = sort.some(({ field }) => field === 'random') ? seedOf(viewer, window.page) : undefined;
      const { rows, total } = await readFound(window, (page) =>
        catalog.series.list(viewer, { ...selection, sort, seed, page }),
      );
      const content = await shown.showSeries(viewer, rows);
      return toPage({ content, total, window, isSorted: isSortRequested(query) || sort.length > 0 });
    },
  };
}

// Lists of series: conditions, search and order put together, and read from the catalog.
import type { Condition } from '@lectern/contract/conditions';
import type { SeriesSortField } from '@lectern/contract/sort-fields';
import { demandFields } from '#catalog/conditions/demand-fields.ts';
import type { SeriesList } from '#catalog/series.ts';
import type { Term } from '#catalog/sorts.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { allOf } from '../conditions/build.ts';
import { findOnly, toSight, withoutOnly } from '../conditions/grammar.ts';
import { readFilters } from '../conditions/query-form.ts';
import type { PinnedLists } from '../gatherings/pinned.ts';
import type { CompatParts } from '../parts.ts';
import { readFound, readWindow } from '../query/paging.ts';
import { toSearchTerms } from '../query/search.ts';
import { isSortAsked, readSeriesSort } from '../query/sort.ts';
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

interface Parts extends Pick<CompatParts, 'catalog'> {
  pinned: Pick<PinnedLists, 'expand'>;
}

export function createSeriesLister({ catalog, pinned }: Parts, shown: Shown) {
  const seedOf = createSeeds();

  /** What a list is limited to: by parameters and by a condition alike. */
  async function select(
    { viewer, query }: ListCall,
    { condition, fullTextSearch, within, memberOf }: SeriesFilter,
  ) {
    const { condition: asked, includeDeleted } = toSight(allOf([condition, readFilters('series', query)]));
    demandFields(viewer, asked);
    const wanted = await pinned.expand(viewer, 'series', asked);
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
      const asked = readSeriesSort(query).filter(({ field }) => field !== 'relevance' || selection.search);
      const isRanked = selection.search !== undefined && filter.within === undefined;
      const sort = asked.length > 0 || isRanked ? asked : (filter.usual ?? []);
      const seed = sort.some(({ field }) => field === 'random') ? seedOf(viewer, window.page) : undefined;
      const { rows, total } = await readFound(window, (page) =>
        catalog.series.list(viewer, { ...selection, sort, seed, page }),
      );
      const content = await shown.showSeries(viewer, rows);
      return toPage({ content, total, window, isSorted: isSortAsked(query) || sort.length > 0 });
    },
  };
}

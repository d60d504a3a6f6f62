// Lists of series and books: combines conditions, search and order, and reads from the catalog.
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { BookList } from '#catalog/books/books.ts';
import type { Term } from '#catalog/sorts.ts';
import { expandPinned } from '../book-lists/pinned.ts';
import { allOf, type Target } from '../conditions/build.ts';
import { findOnly, toVisibility, withoutOnly } from '../conditions/grammar.ts';
import { readFilters } from '../conditions/query-form.ts';
import { forViewer } from '../conditions/sharing-labels.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { readFound, readWindow } from '../query/paging.ts';
import { toSearchTerms } from '../query/search.ts';
import { isSortRequested, readBookSort, readSeriesSort } from '../query/sort.ts';
import { readText } from '../query/values.ts';
import { toPage } from '../shapes/page.ts';
import type { BookFilter, ListCall, ListFilter, SeriesFilter } from './filter.ts';
import { showBooks, showSeries } from './shown.ts';

/** Combines the restrictions by parameters and by the condition. */
export async function select(
  deps: CompatDependencies,
  target: Target,
  { viewer, query }: ListCall,
  { condition, fullTextSearch, ownSearch, memberOf }: ListFilter<string>,
) {
  const { condition: requested, includeDeleted } = toVisibility(
    allOf([condition, readFilters(target, query)]),
  );
  const wanted = await expandPinned(deps, viewer, target, forViewer(viewer, requested));
  return {
    libraryId: findOnly(wanted, 'libraryId'),
    condition: withoutOnly(wanted, 'libraryId'),
    search: toSearchTerms(fullTextSearch ?? readText(query, 'search'), ownSearch),
    correctsSearch: ownSearch === undefined,
    includeDeleted,
    memberOf,
  };
}

function toOrder<F extends string>(
  terms: readonly Term<F>[],
  hasSearch: boolean,
  { ownSearch, defaultSort = [] }: ListFilter<F>,
  drawSeed: () => number,
) {
  const requested = terms.filter(({ field }) => field !== 'relevance' || hasSearch);
  const isRanked = hasSearch && ownSearch === undefined;
  const sort = requested.length > 0 || isRanked ? requested : defaultSort;
  const isRandom = sort.some(({ field }) => field === 'random');
  return { sort, seed: isRandom ? drawSeed() : undefined };
}

export async function listSeries(deps: CompatDependencies, call: ListCall, filter: SeriesFilter = {}) {
  const { viewer, query } = call;
  const window = readWindow(query);
  const selection = await select(deps, 'series', call, filter);
  const order = toOrder(readSeriesSort(query), selection.search !== undefined, filter, () =>
    deps.seedOf('series', viewer, window.page),
  );
  const { rows, total } = await readFound(window, (page) =>
    deps.catalog.series.list(viewer, { ...selection, ...order, page }),
  );
  const content = await showSeries(deps, viewer, rows);
  return toPage({ content, total, window, isSorted: isSortRequested(query) || order.sort.length > 0 });
}

export async function listBooks(deps: CompatDependencies, call: ListCall, filter: BookFilter = {}) {
  const { condition, ...selection } = await select(deps, 'books', call, filter);
  const { viewer, query } = call;
  const order = toOrder(readBookSort(query), selection.search !== undefined, filter, () =>
    deps.seedOf('books', viewer, readWindow(query).page),
  );
  const list = {
    ...selection,
    ...order,
    seriesId: filter.seriesId ?? findOnly(condition, 'seriesId'),
    condition: filter.seriesId ? condition : withoutOnly(condition, 'seriesId'),
  };
  return pageBooks(deps, call, (page) => deps.catalog.books.list(viewer, { ...list, page }));
}

/** The page requested by the client, for any list of books. */
export async function pageBooks(
  deps: CompatDependencies,
  { viewer, query }: ListCall,
  read: (page: BookList['page']) => Promise<{ rows: BookRow[]; total: number }>,
) {
  const window = readWindow(query);
  const { rows, total } = await readFound(window, read);
  const content = await showBooks(deps, viewer, rows);
  return toPage({ content, total, window, isSorted: isSortRequested(query) });
}

// Lists of books: conditions, search and order put together, and read from the catalog.
import type { Condition } from '@lectern/contract/conditions';
import type { BookSortField } from '@lectern/contract/values';
import type { BookRow } from '#catalog/book-rows.ts';
import type { BookList } from '#catalog/books.ts';
import type { Term } from '#catalog/sorts.ts';
import type { PinnedLists } from '../book-lists/pinned.ts';
import { allOf } from '../conditions/build.ts';
import { findOnly, toVisibility, withoutOnly } from '../conditions/grammar.ts';
import { readFilters } from '../conditions/query-form.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { readFound, readWindow } from '../query/paging.ts';
import { toSearchTerms } from '../query/search.ts';
import { isSortRequested, readBookSort } from '../query/sort.ts';
import { readText } from '../query/values.ts';
import { toPage } from '../shapes/page.ts';
import type { ListCall } from './list-series.ts';
import { createSeeds } from './random.ts';
import type { Shown } from './shown.ts';

export interface BookFilter {
  condition?: Condition | undefined;
  fullTextSearch?: string | null | undefined;
  /** Words of the list itself: they are looked for whatever the client asks, and leave the order alone. */
  within?: string;
  memberOf?: BookList['memberOf'];
  seriesId?: string;
  /** The order unless the client asks for another. */
  usual?: readonly Term<BookSortField>[];
}

export type BookLister = ReturnType<typeof createBookLister>;

interface Dependencies extends Pick<CompatDependencies, 'catalog'> {
  pinned: Pick<PinnedLists, 'expand'>;
}

export function createBookLister({ catalog, pinned }: Dependencies, shown: Shown) {
  const seedOf = createSeeds();

  async function page({ viewer, query }: ListCall, read: (page: BookList['page']) => Promise<Found>) {
    const window = readWindow(query);
    const { rows, total } = await readFound(window, read);
    return toPage({
      content: await shown.showBooks(viewer, rows),
      total,
      window,
      isSorted: isSortRequested(query),
    });
  }

  return {
    page,

    async list({ viewer, query }: ListCall, { usual = [], memberOf, ...filter }: BookFilter = {}) {
      const { condition: wished, includeDeleted } = toVisibility(
        allOf([filter.condition, readFilters('books', query)]),
      );
      const wanted = await pinned.expand(viewer, 'books', wished);
      const ofLibrary = withoutOnly(wanted, 'libraryId');
      const search = toSearchTerms(filter.fullTextSearch ?? readText(query, 'search'), filter.within);
      const requested = readBookSort(query).filter(({ field }) => field !== 'relevance' || search);
      const isRanked = search !== undefined && filter.within === undefined;
      const sort = requested.length > 0 || isRanked ? requested : usual;
      const isRandom = sort.some(({ field }) => field === 'random');
      const list = {
        libraryId: findOnly(wanted, 'libraryId'),
        seriesId: filter.seriesId ?? findOnly(ofLibrary, 'seriesId'),
        condition: filter.seriesId ? ofLibrary : withoutOnly(ofLibrary, 'seriesId'),
        search,
        includeDeleted,
        memberOf,
        sort,
        seed: isRandom ? seedOf(viewer, readWindow(query).page) : undefined,
      };
      return page({ viewer, query }, (part) => catalog.books.list(viewer, { ...list, page: part }));
    },
  };
}

interface Found {
  rows: BookRow[];
  total: number;
}

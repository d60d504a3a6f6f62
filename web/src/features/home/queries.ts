// What the home page asks. Keys are those of shelves, so that events make them untrue.
import type { BookDto } from '@lectern/contract/books';
import type { FilterPreset } from '@lectern/contract/filter-presets';
import type { Series } from '@lectern/contract/series';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { bookShelf, seriesShelf } from '../../api/queries.ts';
import type { OwnShelf } from './plan.ts';

export const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call('GET /api/v1/user/preferences', {}, { signal }),
});

export const presets = queryOptions({
  queryKey: ['presets', 'all'],
  queryFn: ({ signal }) => call('GET /api/v1/filter-presets', {}, { signal }),
});

const pageSize = 20;

/** What stands on a shelf: books, series, or both. */
export interface OnShelf {
  books: readonly BookDto[];
  series: readonly Series[];
}

const isBook = (one: BookDto | Series): one is BookDto => 'seriesId' in one;
const isSeries = (one: BookDto | Series): one is Series => !isBook(one);

export const presetShelf = ({ id }: Pick<FilterPreset, 'id'>) =>
  queryOptions({
    queryKey: ['books', 'shelf', 'preset', id],
    queryFn: async ({ signal }): Promise<OnShelf> => {
      const input = { params: { id }, query: { pageSize } };
      const { data } = await call('GET /api/v1/filter-presets/{id}/results', input, { signal });
      const found: readonly (BookDto | Series)[] = data;
      return { books: found.filter(isBook), series: found.filter(isSeries) };
    },
  });

export const wantedShelf = queryOptions({
  queryKey: ['books', 'shelf', 'want-to-read'],
  queryFn: async ({ signal }): Promise<OnShelf> => {
    const [series, books] = await Promise.all([
      call('GET /api/v1/want-to-read/series', { query: { pageSize } }, { signal }),
      call('GET /api/v1/want-to-read/books', { query: { pageSize } }, { signal }),
    ]);
    return { series: series.data, books: books.data };
  },
});

type Books = Exclude<OwnShelf, 'want-to-read' | 'recent-series' | 'updated-series'>;
const bookShelves: Record<Books, Parameters<typeof bookShelf>[0]> = {
  'keep-reading': 'in-progress',
  'on-deck': 'on-deck',
  'recent-books': 'recently-added',
  'recently-read': 'recently-read',
};

const toBooks = ({ data }: { data: readonly BookDto[] }): OnShelf => ({ books: data, series: [] });
const toSeries = ({ data }: { data: readonly Series[] }): OnShelf => ({ books: [], series: data });

/** The books of one of the shelves that everybody has. */
export const ofBooks = (shelf: Books, libraryId?: string) => ({
  ...bookShelf(bookShelves[shelf], libraryId),
  select: toBooks,
});
export const ofSeries = (shelf: 'recent-series' | 'updated-series', libraryId?: string) => ({
  ...seriesShelf(shelf === 'recent-series' ? 'recently-added' : 'recently-updated', libraryId),
  select: toSeries,
});

// Queries for the home page. Keys begin with the noun of the shelf, so that events invalidate them.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { FormatKind } from '@lectern/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Item, isBook } from '../books/index.tsx';
import { fetchAfterFinished } from './continue/after-finished.ts';
import { formatsOf } from './list-links.ts';
import { type OwnShelf, onDemand, ownShelves, type ShelfKey } from './plan.ts';

/** The content of a shelf: books, series, or both. */
export interface OnShelf {
  books: readonly BookDto[];
  series: readonly Series[];
  /** The finished book that the shelf is based on. */
  finished?: BookDto | undefined;
}

interface ShelfQuery {
  pageSize: number;
  libraryId?: string;
}
type FetchShelf = (query: ShelfQuery, options: { signal: AbortSignal }) => Promise<OnShelf>;

const pageSize = 20;
/** Number of new books to load, because many may belong to one series. */
const newBooks = 120;

const ofBooks =
  (shelf: 'in-progress' | 'on-deck' | 'recently-added' | 'recently-read'): FetchShelf =>
  async (query, options) => ({
    books: (await call(`GET /api/v1/books/${shelf}`, { query }, options)).data,
    series: [],
  });

const ofSeries =
  (shelf: 'recently-added' | 'recently-updated'): FetchShelf =>
  async (query, options) => ({
    books: [],
    series: (await call(`GET /api/v1/series/${shelf}`, { query }, options)).data,
  });

/** Newest first, in the formats of one kind. */
const ofKind =
  (kind: FormatKind): FetchShelf =>
  async ({ pageSize, libraryId }, { signal }) => {
    const condition = {
      allOf: [
        { format: { operator: 'in', values: formatsOf(kind) } as const },
        { analyzed: { operator: 'isTrue' } as const },
        ...(libraryId ? [{ libraryId: { operator: 'is', value: libraryId } as const }] : []),
      ],
    };
    const query = { pageSize, sort: 'dateAdded,desc' } as const;
    const { data } = await call('POST /api/v1/books/list', { query, body: { condition } }, { signal });
    return { books: data, series: [] };
  };

const fetchWantToRead: FetchShelf = async (query, options) => {
  const [series, books] = await Promise.all([
    call('GET /api/v1/want-to-read/series', { query }, options),
    call('GET /api/v1/want-to-read/books', { query }, options),
  ]);
  return { series: series.data, books: books.data };
};

const ofPreset =
  (id: string): FetchShelf =>
  async ({ pageSize }, options) => {
    const input = { params: { id }, query: { pageSize } };
    const { data } = await call('GET /api/v1/filter-presets/{id}/results', input, options);
    const found: readonly Item[] = data;
    return { books: found.filter(isBook), series: found.filter((one): one is Series => !isBook(one)) };
  };

const fetchFollowing: FetchShelf = async ({ libraryId }, options) => ({
  ...(await fetchAfterFinished(libraryId, options)),
  series: [],
});

const own: Record<OwnShelf, { noun: string; ask: FetchShelf }> = {
  'keep-reading': { noun: 'books', ask: ofBooks('in-progress') },
  'on-deck': { noun: 'books', ask: ofBooks('on-deck') },
  'after-finished': { noun: 'books', ask: fetchFollowing },
  'want-to-read': { noun: 'want-to-read', ask: fetchWantToRead },
  'recent-books': { noun: 'books', ask: ofBooks('recently-added') },
  'recent-comics': { noun: 'books', ask: ofKind('comic') },
  'recent-texts': { noun: 'books', ask: ofKind('text') },
  'recent-documents': { noun: 'books', ask: ofKind('document') },
  'recent-series': { noun: 'series', ask: ofSeries('recently-added') },
  'updated-series': { noun: 'series', ask: ofSeries('recently-updated') },
  'recently-read': { noun: 'books', ask: ofBooks('recently-read') },
};

/** Many books may belong to one series. */
export const isOfNewBooks = (key: ShelfKey): boolean => key === 'recent-books' || onDemand.includes(key);

/** The content of a shelf for all libraries or for one. */
export function shelfOf(key: ShelfKey, libraryId?: string) {
  const name = ownShelves.find((one) => one === key);
  const { noun, ask } = name ? own[name] : { noun: 'books', ask: ofPreset(key.slice('preset:'.length)) };
  return queryOptions({
    queryKey: [noun, 'shelf', key, libraryId ?? ''],
    queryFn: ({ signal }) => {
      const size = isOfNewBooks(key) ? newBooks : pageSize;
      return ask({ pageSize: size, ...(libraryId && { libraryId }) }, { signal });
    },
  });
}

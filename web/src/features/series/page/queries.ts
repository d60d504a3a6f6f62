// Queries for the series page.
import { fileFormats, isDocument } from '@lectern/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Input } from '../../../api/routes.ts';
import { windowSize } from '../../../ui/windowing/use-windows.ts';

type Condition = NonNullable<NonNullable<Input<'POST /api/v1/books/list'>['body']>['condition']>;

const ofSeries = (id: string, ...more: Condition[]): Condition => ({
  allOf: [{ seriesId: { operator: 'is', value: id } }, ...more],
});
const unread: Condition = { readStatus: { operator: 'isNot', value: 'read' } };
const begun: Condition = { readStatus: { operator: 'is', value: 'in_progress' } };

const ofDocuments: Condition = { format: { operator: 'in', values: fileFormats.filter(isDocument) } };
const readable: Condition = { analyzed: { operator: 'isTrue' } };

export type BookFilter = 'all' | 'unread';

interface BooksRequest {
  id: string;
  shown: BookFilter;
  page: number;
}

/** In the default order, by series and number. */
export const fetchBooks = ({ id, shown, page }: BooksRequest, signal: AbortSignal) =>
  call(
    'POST /api/v1/books/list',
    {
      query: { page, pageSize: windowSize },
      body: { condition: shown === 'unread' ? ofSeries(id, unread) : ofSeries(id) },
    },
    { signal },
  );

export const booksWindow = (wish: BooksRequest) =>
  queryOptions({
    queryKey: ['books', 'of-series', wish.id, wish.shown, wish.page],
    queryFn: ({ signal }) => fetchBooks(wish, signal),
  });

/**
 * The book to continue with: the last read unfinished one, otherwise the first unread one, otherwise the first one. Books
 * that the server cannot read come last: the reader may open them with a password.
 */
export const nextBook = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', id, 'next'],
    queryFn: async ({ signal }) => {
      const ask = async (conditions: Condition[], sort?: string) => {
        const query = { pageSize: 1, ...(sort && { sort }) };
        const body = { condition: ofSeries(id, ...conditions) };
        return (await call('POST /api/v1/books/list', { query, body }, { signal })).data[0];
      };
      return (
        (await ask([begun], 'lastRead,desc')) ??
        (await ask([unread, readable])) ??
        (await ask([unread, ofDocuments])) ??
        (await ask([readable])) ??
        (await ask([ofDocuments])) ??
        null
      );
    },
  });

export const adjacentSeries = (id: string) =>
  queryOptions({
    queryKey: ['series', 'adjacent', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/adjacent', { params: { id } }, { signal }),
  });

/** Changes with the progress in any book of the series. */
export const timeLeft = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', id, 'time-left'],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/time-left', { params: { id } }, { signal }),
  });

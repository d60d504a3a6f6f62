// The queries of the series page.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Input } from '../../../api/routes.ts';
import { windowSize } from '../../../ui/use-windows.ts';

type Condition = NonNullable<NonNullable<Input<'POST /api/v1/books/list'>['body']>['condition']>;

const ofSeries = (id: string, ...more: Condition[]): Condition => ({
  allOf: [{ seriesId: { operator: 'is', value: id } }, ...more],
});
const unread: Condition = { readStatus: { operator: 'isNot', value: 'read' } };
const begun: Condition = { readStatus: { operator: 'is', value: 'in_progress' } };

export type Shown = 'all' | 'unread';

interface Wish {
  id: string;
  shown: Shown;
  page: number;
}

/** In the default order, by series and number. */
export const askBooks = ({ id, shown, page }: Wish, signal: AbortSignal) =>
  call(
    'POST /api/v1/books/list',
    {
      query: { page, pageSize: windowSize },
      body: { condition: shown === 'unread' ? ofSeries(id, unread) : ofSeries(id) },
    },
    { signal },
  );

export const booksWindow = (wish: Wish) =>
  queryOptions({
    queryKey: ['books', 'of-series', wish.id, wish.shown, wish.page],
    queryFn: ({ signal }) => askBooks(wish, signal),
  });

/** The book to continue with: the last read unfinished one, else the first unread one. */
export const nextBook = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', id, 'next'],
    queryFn: async ({ signal }) => {
      const ask = (condition: Condition, sort?: string) =>
        call(
          'POST /api/v1/books/list',
          { query: { pageSize: 1, ...(sort && { sort }) }, body: { condition } },
          { signal },
        );
      const open = await ask(ofSeries(id, begun), 'lastRead,desc');
      if (open.data[0]) return open.data[0];
      const fresh = await ask(ofSeries(id, unread));
      return fresh.data[0] ?? null;
    },
  });

export const adjacentSeries = (id: string) =>
  queryOptions({
    queryKey: ['series', 'adjacent', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/adjacent', { params: { id } }, { signal }),
  });

// Queries for reading statistics. Progress events invalidate them (api/server-events.ts, `reading`).
import type { Granularity } from '@lectern/contract/values';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const spans = {
  week: { days: 7, granularity: 'day' },
  month: { days: 30, granularity: 'day' },
  quarter: { days: 84, granularity: 'week' },
  year: { days: 365, granularity: 'month' },
} as const satisfies Record<string, { days: number; granularity: Granularity }>;
export type Span = keyof typeof spans;

/** `2026-01-31`, in local time. */
const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

export const readingStats = (span: Span) =>
  queryOptions({
    queryKey: ['reading', 'stats', span],
    queryFn: ({ signal }) => {
      const { days, granularity } = spans[span];
      const today = new Date();
      const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1);
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const query = { from: toDay(first), to: toDay(today), granularity, timezone };
      return call('GET /api/v1/reading-stats', { query }, { signal });
    },
  });

const next = ({ page, totalPages }: { page: number; totalPages: number }) =>
  page < totalPages ? page + 1 : undefined;

/** For one book, or for all. */
export const sessions = (bookId?: string) =>
  infiniteQueryOptions({
    queryKey: ['reading', 'sessions', bookId ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(
        'GET /api/v1/reading-sessions',
        { query: { page: pageParam, pageSize: 10, ...(bookId && { bookId }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: next,
  });

export const readHistory = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['reading', 'history', id],
    queryFn: ({ signal, pageParam }) =>
      call(
        'GET /api/v1/books/{id}/read-history',
        { params: { id }, query: { page: pageParam, pageSize: 10 } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: next,
  });

// Queries for reading statistics. Progress events invalidate them (api/server-events.ts, `reading`).
import type { Granularity } from '@lectern/contract/values';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const spans = ['week', 'month', 'quarter', 'year'] as const;
export type Span = (typeof spans)[number];

const periods: Record<Span, { days: number; granularity: Granularity }> = {
  week: { days: 7, granularity: 'day' },
  month: { days: 30, granularity: 'day' },
  quarter: { days: 84, granularity: 'week' },
  year: { days: 365, granularity: 'month' },
};

/** First and last day, as `2026-01-31`. */
export interface Days {
  from: string;
  to: string;
}

/** `2026-01-31`, in local time. */
export const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

/** The days up to today. */
export function lastDays(count: number): Days {
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1);
  return { from: toDay(first), to: toDay(today) };
}

/** The days of a year up to today. */
export function daysOfYear(year: number): Days {
  const today = toDay(new Date());
  const last = `${year}-12-31`;
  return { from: `${year}-01-01`, to: last < today ? last : today };
}
export const daysOfSpan = (span: Span): Days => lastDays(periods[span].days);

const toZone = () => ({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });

const statsOf = (days: Days, granularity: Granularity) =>
  queryOptions({
    queryKey: ['reading', 'stats', granularity, days],
    queryFn: ({ signal }) =>
      call('GET /api/v1/reading-stats', { query: { ...days, ...toZone(), granularity } }, { signal }),
  });

export const readingStats = (span: Span) => statsOf(daysOfSpan(span), periods[span].granularity);
export const readingDays = (days: Days) => statsOf(days, 'day');
export const readingMonths = (days: Days) => statsOf(days, 'month');

export const readingShares = (days: Days) =>
  queryOptions({
    queryKey: ['reading', 'shares', days],
    queryFn: ({ signal }) =>
      call('GET /api/v1/reading-stats/shares', { query: { ...days, ...toZone() } }, { signal }),
  });

/** Enough for a picture and a page of covers. */
const maxFinished = 100;

export const finishedBooks = (days: Days) =>
  queryOptions({
    queryKey: ['reading', 'finished', days],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/reading-stats/finished-books',
        { query: { ...days, ...toZone(), pageSize: maxFinished } },
        { signal },
      ),
  });

export const serverReading = (span: Span) =>
  queryOptions({
    queryKey: ['reading', 'server', span],
    queryFn: ({ signal }) => {
      const { granularity } = periods[span];
      const query = { ...daysOfSpan(span), ...toZone(), granularity };
      return call('GET /api/v1/reading-stats/server', { query }, { signal });
    },
  });

export const inventory = queryOptions({
  queryKey: ['libraries', 'inventory'],
  queryFn: ({ signal }) => call('GET /api/v1/metrics/inventory', {}, { signal }),
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

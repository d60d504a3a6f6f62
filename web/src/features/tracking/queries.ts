// Queries and mutations for tracking services, which receive the user's reading progress.
import type { TrackingDirection } from '@lectern/contract/tracking/tracking';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type Noun = 'series' | 'books';

export const trackers = queryOptions({
  queryKey: ['tracking', 'trackers'],
  queryFn: ({ signal }) => call('GET /api/v1/user/tracking', {}, { signal }),
  staleTime: 60_000,
});

export const subjectTracking = (noun: Noun, id: string) =>
  queryOptions({
    queryKey: ['tracking', 'subject', noun, id],
    queryFn: ({ signal }) => call(`GET /api/v1/${noun}/{id}/tracking`, { params: { id } }, { signal }),
    staleTime: 0,
  });

export const trackingLinks = (id: string, page: number) =>
  queryOptions({
    queryKey: ['tracking', 'links', id, page],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/user/tracking/{id}/links',
        { params: { id }, query: { page, pageSize: 25 } },
        { signal },
      ),
    staleTime: 0,
  });

export const trackingLog = (id: string) =>
  queryOptions({
    queryKey: ['tracking', 'log', id],
    queryFn: ({ signal }) => call('GET /api/v1/user/tracking/{id}/log', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Polls until the run has ended. */
export const trackingRun = (id: string) =>
  queryOptions({
    queryKey: ['tracking', 'run', id],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/user/tracking/{id}/run',
        { params: { id }, query: { optional: 'true' } },
        { signal },
      ).then((run) => run ?? null),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 1_000 : false),
    retry: false,
  });

export const startRun = (id: string, body: { direction: TrackingDirection; isPreview: boolean }) =>
  call('POST /api/v1/user/tracking/{id}/run', { params: { id }, body });

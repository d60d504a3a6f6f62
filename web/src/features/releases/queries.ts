// Queries for announced releases.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const releaseSummary = queryOptions({
  queryKey: ['releases', 'summary'],
  queryFn: ({ signal }) => call('GET /api/v1/user/releases/summary', {}, { signal }),
  staleTime: 60_000,
});

export const releasePageSize = 50;

export const releaseList = (asked: { page: number; language?: string | undefined; dismissed?: boolean }) =>
  queryOptions({
    queryKey: ['releases', 'list', asked],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/user/releases',
        {
          query: {
            page: asked.page,
            pageSize: releasePageSize,
            ...(asked.language !== undefined && { language: asked.language }),
            ...(asked.dismissed && { dismissed: 'true' as const }),
          },
        },
        { signal },
      ),
    staleTime: 0,
  });

export const seriesReleases = (id: string) =>
  queryOptions({
    queryKey: ['releases', 'series', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/releases', { params: { id } }, { signal }),
    staleTime: 60_000,
  });

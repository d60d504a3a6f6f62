// Queries for plugins.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const pluginLog = (id: string) =>
  queryOptions({
    queryKey: ['plugins', 'log', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/plugins/{id}/log', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Refetched while the page is open, because polls take a while. */
export const releaseSources = (id: string) =>
  queryOptions({
    queryKey: ['plugins', 'sources', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/plugins/{id}/sources', { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: 5_000,
  });

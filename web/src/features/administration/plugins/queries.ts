// Queries of plugins.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const pluginList = queryOptions({
  queryKey: ['plugins'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/plugins', {}, { signal }),
  staleTime: 0,
});

export const pluginLog = (id: string) =>
  queryOptions({
    queryKey: ['plugins', 'log', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/plugins/{id}/log', { params: { id } }, { signal }),
    staleTime: 0,
  });

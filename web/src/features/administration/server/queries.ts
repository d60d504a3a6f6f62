// Queries for the state of the server.
import { queryOptions } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { readFigures } from './prometheus.ts';

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call('GET /health', {}, { signal }),
  staleTime: 0,
});

export const inventory = queryOptions({
  queryKey: ['libraries', 'inventory'],
  queryFn: ({ signal }) => call('GET /api/v1/metrics/inventory', {}, { signal }),
});

export const taskFigures = queryOptions({
  queryKey: ['tasks', 'figures'],
  queryFn: ({ signal }) => call('GET /api/v1/metrics/tasks', {}, { signal }),
});

/** Memory and start time of the server process. */
export const processFigures = queryOptions({
  queryKey: ['process'],
  queryFn: async ({ signal }) => readFigures(await (await fetch(toUrl('metrics'), { signal })).text()),
  staleTime: 0,
});

/** Whether a newer version is available, as determined by a server task. */
export const updates = queryOptions({
  queryKey: ['tasks', 'updates'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/updates', {}, { signal }),
});

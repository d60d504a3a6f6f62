// Queries for tasks. Every task event invalidates them.
import type { TaskStatus } from '@lectern/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export interface TaskFilter {
  status?: TaskStatus | undefined;
  type?: string | undefined;
  page: number;
}

export const taskList = ({ status, type, page }: TaskFilter) =>
  queryOptions({
    queryKey: ['tasks', 'list', status ?? '', type ?? '', page],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/tasks',
        { query: { page, pageSize: 30, ...(status && { status }), ...(type && { type }) } },
        { signal },
      ),
    staleTime: 0,
  });

export const taskStats = queryOptions({
  queryKey: ['tasks', 'stats'],
  queryFn: ({ signal }) => call('GET /api/v1/tasks/stats', {}, { signal }),
  staleTime: 0,
});

// Queries for imports. Every task event invalidates them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const importList = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/imports', {}, { signal }),
  staleTime: 0,
  // Polls, because reading the database is not a task and sends no events.
  refetchInterval: ({ state }) =>
    state.data?.imports.some(({ status }) => status === 'reading') ? 1_500 : false,
});

export const missingBooks = (id: string, page: number) =>
  queryOptions({
    queryKey: ['imports', 'missing', id, page],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/admin/imports/{id}/missing',
        { params: { id }, query: { page, pageSize: 50 } },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

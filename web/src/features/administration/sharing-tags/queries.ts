// Queries for sharing tags.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const sharingTagList = queryOptions({
  queryKey: ['sharing-tags'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/sharing-tags', { query: { pageSize: 500 } }, { signal }),
  staleTime: 0,
});

// Queries for API keys.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Keys of the current user by default; keys of all users with `all`. */
export const apiKeyList = (userId: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['api-keys', 'list', userId ?? '', page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/api-keys', { query: { page, ...(userId && { userId }) } }, { signal }),
    staleTime: 0,
  });

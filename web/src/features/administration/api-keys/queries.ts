// What is asked about API keys.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** The own keys where nobody is named; those of everybody with `all`. */
export const apiKeyList = (userId: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['api-keys', 'list', userId ?? '', page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/api-keys', { query: { page, ...(userId && { userId }) } }, { signal }),
    staleTime: 0,
  });

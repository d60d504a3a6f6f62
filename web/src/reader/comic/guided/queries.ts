// The panels of a page as a query.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const pagePanels = (id: string, number: number) =>
  queryOptions({
    queryKey: ['books', 'panels', id, number],
    queryFn: ({ signal }) =>
      call('GET /api/v1/books/{id}/pages/{number}/panels', { params: { id, number } }, { signal }),
    staleTime: 10 * 60_000,
    // Without panels the page is shown whole.
    retry: false,
  });

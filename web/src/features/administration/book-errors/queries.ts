// Queries for books with errors.
import type { BookErrorType } from '@lectern/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

interface Filter {
  libraryId?: string | undefined;
  errorType?: BookErrorType | undefined;
  page?: number;
}

/** Groups with one page of their books. */
export const bookErrorGroups = ({ libraryId, errorType, page = 1 }: Filter) =>
  queryOptions({
    queryKey: ['book-errors', libraryId ?? '', errorType ?? '', page],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/books/errors',
        { query: { page, pageSize: 20, ...(libraryId && { libraryId }), ...(errorType && { errorType }) } },
        { signal },
      ),
    staleTime: 0,
  });

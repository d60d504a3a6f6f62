// The books before and after the open one: in the read list it was opened from, otherwise in its series.
import type { BookDto } from '@lectern/contract/libraries/books';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { call } from '../../api/call.ts';
import { neighbours } from '../../api/queries.ts';

export interface Neighbours {
  previous: BookDto | undefined;
  next: BookDto | undefined;
  /** Opens a book and replaces the current history entry. */
  open(book: BookDto): void;
}

const pageSize = 500;

/** The list route types its members as books or series. */
const isBook = (value: unknown): value is BookDto =>
  typeof value === 'object' && value !== null && 'fileFormat' in value;

const booksOfList = (id: string) =>
  queryOptions({
    queryKey: ['read-lists', 'reading', id],
    queryFn: async ({ signal }) => {
      const books: BookDto[] = [];
      for (let page = 1; ; page++) {
        const { data, totalPages } = await call(
          'GET /api/v1/readlists/{id}/books',
          { params: { id }, query: { page, pageSize } },
          { signal },
        );
        books.push(...data.filter(isBook));
        if (page >= totalPages) return books;
      }
    },
    retry: false,
  });

export function useNeighbours({ id }: Pick<BookDto, 'id'>): Neighbours {
  const navigate = useNavigate();
  const { list, incognito } = useSearch({ from: '/signed-in/books/$id/read' });
  const ofSeries = useQuery({ ...neighbours(id), enabled: list === undefined });
  const ofList = useQuery({ ...booksOfList(list ?? ''), enabled: list !== undefined });
  const index = ofList.data?.findIndex((book) => book.id === id) ?? -1;
  const open = useCallback(
    (book: BookDto) =>
      void navigate({
        to: '/books/$id/read',
        params: { id: book.id },
        search: { ...(list !== undefined && { list }), ...(incognito && { incognito }) },
        replace: true,
      }),
    [navigate, list, incognito],
  );
  const [previous, next] =
    list === undefined
      ? [ofSeries.data?.prev, ofSeries.data?.next]
      : [ofList.data?.[index - 1], index < 0 ? undefined : ofList.data?.[index + 1]];
  return { previous: previous ?? undefined, next: next ?? undefined, open };
}

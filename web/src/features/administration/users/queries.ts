// Queries for other accounts.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const userList = (page: number) =>
  queryOptions({
    queryKey: ['users', 'list', page],
    queryFn: ({ signal }) => call('GET /api/v1/users', { query: { page } }, { signal }),
    staleTime: 0,
  });

/** The first 500 users, for selects. */
export const allUsers = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: ({ signal }) => call('GET /api/v1/users', { query: { pageSize: 500 } }, { signal }),
});

export const oneUser = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/users/{id}', { params: { id } }, { signal }),
    staleTime: 0,
  });

export const librariesOfUser = (id: string) =>
  queryOptions({
    queryKey: ['users', 'view', 'libraries', id],
    queryFn: ({ signal }) => call('GET /api/v1/users/{id}/view/libraries', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** One page of the series that the user sees. */
export const seriesOfUser = (id: string, query: { page: number; pageSize: number; libraryId?: string }) =>
  queryOptions({
    queryKey: ['users', 'view', 'series', id, query],
    queryFn: ({ signal }) =>
      call('GET /api/v1/users/{id}/view/series', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const restrictionsOf = (id: string) =>
  queryOptions({
    queryKey: ['users', 'restrictions', id],
    queryFn: ({ signal }) => call('GET /api/v1/users/{id}/restrictions', { params: { id } }, { signal }),
    staleTime: 0,
  });

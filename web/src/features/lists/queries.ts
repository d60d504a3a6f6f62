// Queries for collections and read lists, which differ only in their URLs.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, toUrl } from '../../api/call.ts';

export type Kind = 'collections' | 'readlists';

/** Same names as in the query keys of events (api/server-events.ts). */
export const toNoun = (kind: Kind) => (kind === 'collections' ? 'collections' : 'read-lists');
const toMembers = (kind: Kind) => (kind === 'collections' ? 'series' : 'books');

export const toMosaicUrl = (kind: Kind, { id, updatedAt, memberCount }: SharedList): string =>
  toUrl(`api/v1/${kind}/${id}/thumbnail?at=${encodeURIComponent(`${updatedAt} ${memberCount}`)}&optional`);

export const lists = (kind: Kind, search: string, libraryId?: string) =>
  infiniteQueryOptions({
    queryKey: [toNoun(kind), 'list', search, libraryId ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(
        `GET /api/v1/${kind}`,
        {
          query: {
            page: pageParam,
            pageSize: 60,
            ...(search && { search }),
            ...(libraryId && { libraryId }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: (before) => before,
  });

export const oneList = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: [toNoun(kind), 'one', id],
    queryFn: ({ signal }) => call(`GET /api/v1/${kind}/{id}`, { params: { id } }, { signal }),
  });

/** Appends members. Existing members keep their position. */
export const addMembers = (kind: Kind, id: string, ids: string[]) =>
  kind === 'collections'
    ? call('POST /api/v1/collections/{id}/series', { params: { id }, body: { ids } })
    : call('POST /api/v1/readlists/{id}/books', { params: { id }, body: { ids } });

export const removeMember = (kind: Kind, id: string, memberId: string) =>
  kind === 'collections'
    ? call('DELETE /api/v1/collections/{id}/series/{memberId}', { params: { id, memberId } })
    : call('DELETE /api/v1/readlists/{id}/books/{memberId}', { params: { id, memberId } });

export const replaceMembers = (kind: Kind, id: string, ids: string[]) =>
  kind === 'collections'
    ? call('PUT /api/v1/collections/{id}/series', { params: { id }, body: { ids } })
    : call('PUT /api/v1/readlists/{id}/books', { params: { id }, body: { ids } });

export const presetsFor = (kind: Kind) =>
  queryOptions({
    queryKey: ['presets', toMembers(kind)],
    queryFn: ({ signal }) =>
      call('GET /api/v1/filter-presets', { query: { target: toMembers(kind) } }, { signal }),
  });

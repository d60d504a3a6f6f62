// Queries for the pages of names.
import { type NameKind, nameNouns } from '@lectern/contract/libraries/name-kinds';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { windowSize } from '../../ui/windowing/use-windows.ts';

export interface Named {
  kind: NameKind;
  name: string;
}

/** Keys begin with the nouns of events (api/server-events.ts). */
export const relatedNames = ({ kind, name }: Named) =>
  queryOptions({
    queryKey: ['series', 'related-names', kind, name],
    queryFn: ({ signal }) => call('GET /api/v1/related-names', { query: { kind, name } }, { signal }),
  });

const toCondition = ({ kind, name }: Named) => ({ [kind]: { operator: 'is', value: name } });

export const fetchSeries = (named: Named, page: number, signal: AbortSignal) =>
  call(
    'POST /api/v1/series/list',
    { query: { page, pageSize: windowSize }, body: { condition: toCondition(named) } },
    { signal },
  );

/** Books of a story arc are sorted by release date. */
export const fetchBooks = (named: Named, page: number, signal: AbortSignal) =>
  call(
    'POST /api/v1/books/list',
    {
      query: { page, pageSize: windowSize, ...(named.kind === 'storyArc' && { sort: 'releaseDate,asc' }) },
      body: { condition: toCondition(named) },
    },
    { signal },
  );

/** Books have story arcs, series do not. */
export const seriesOf = (named: Named) =>
  queryOptions({
    queryKey: ['series', 'named', named.kind, named.name, 1],
    queryFn: ({ signal }) => fetchSeries(named, 1, signal),
    enabled: named.kind !== 'storyArc',
  });

export const booksOf = (named: Named) =>
  queryOptions({
    queryKey: ['books', 'named', named.kind, named.name, 1],
    queryFn: ({ signal }) => fetchBooks(named, 1, signal),
  });

/** Number of books that the user has read. */
export const readCountOf = (named: Named) =>
  queryOptions({
    queryKey: ['books', 'named', named.kind, named.name, 'read'],
    queryFn: async ({ signal }) => {
      const condition = {
        allOf: [toCondition(named), { readStatus: { operator: 'is', value: 'read' } as const }],
      };
      const request = { query: { pageSize: 1 }, body: { condition } };
      return (await call('POST /api/v1/books/list', request, { signal })).total;
    },
  });

interface NameFilter {
  search: string;
  libraryId: string | undefined;
}

export const allNames = (kind: NameKind, { search, libraryId }: NameFilter) =>
  infiniteQueryOptions({
    queryKey: ['series', 'names', kind, search, libraryId ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(
        `GET /api/v1/${nameNouns[kind]}`,
        {
          query: {
            page: pageParam,
            pageSize: 120,
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

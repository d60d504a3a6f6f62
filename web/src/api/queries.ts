// Queries shared by several pages. Keys begin with the noun, so that events can invalidate them (server-events.ts).
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Input } from './routes.ts';

export const setupStatus = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call('GET /api/v1/setup/status', {}, { signal }),
});

export const me = queryOptions({
  queryKey: ['me'],
  // Without the signal: the router waits for the answer, also if a component that uses it is removed.
  queryFn: () => call('GET /api/v1/auth/me'),
  retry: false,
  staleTime: 5 * 60_000,
});

/** Whether the user's profile has a PIN. */
export const pinStatus = queryOptions({
  queryKey: ['me', 'pin'],
  queryFn: ({ signal }) => call('GET /api/v1/user/pin', {}, { signal }),
});

export const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call('GET /api/v1/user/preferences', {}, { signal }),
});

export const libraries = queryOptions({
  queryKey: ['libraries'],
  queryFn: ({ signal }) => call('GET /api/v1/libraries', { query: { pageSize: 500 } }, { signal }),
});

export const libraryRoots = (id: string) =>
  queryOptions({
    queryKey: ['libraries', 'roots', id],
    queryFn: ({ signal }) => call('GET /api/v1/libraries/{id}/roots', { params: { id } }, { signal }),
  });

export const folder = (path: string | undefined) =>
  queryOptions({
    queryKey: ['folder', path ?? ''],
    queryFn: ({ signal }) =>
      call('GET /api/v1/filesystem/browse', { query: path === undefined ? {} : { path } }, { signal }),
    staleTime: 5_000,
    retry: false,
  });

export const scanPreview = (body: Input<'POST /api/v1/libraries/preview-scan'>['body']) =>
  queryOptions({
    queryKey: ['preview', body],
    queryFn: ({ signal }) => call('POST /api/v1/libraries/preview-scan', { body }, { signal }),
    staleTime: 30_000,
    retry: false,
  });

export const oneSeries = (id: string) =>
  queryOptions({
    queryKey: ['series', 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}', { params: { id } }, { signal }),
  });

export const seriesMetadata = (id: string) =>
  queryOptions({
    queryKey: ['series', 'metadata', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/metadata', { params: { id } }, { signal }),
  });

export const oneBook = (id: string) =>
  queryOptions({
    queryKey: ['books', 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/books/{id}', { params: { id } }, { signal }),
  });

export const neighbours = (id: string) =>
  queryOptions({
    queryKey: ['books', 'adjacent', id],
    queryFn: ({ signal }) => call('GET /api/v1/books/{id}/adjacent', { params: { id } }, { signal }),
  });

export const bookPages = (id: string) =>
  queryOptions({
    queryKey: ['books', 'pages', id],
    queryFn: ({ signal }) => call('GET /api/v1/books/{id}/pages', { params: { id } }, { signal }),
  });

/**
 * Removes a deleted library from the cached list, so that its row disappears at once. A row that is drawn again would
 * request the scan of the library, which is answered 404.
 */
export function forgetLibrary(queries: QueryClient, id: string): void {
  queries.setQueryData(
    libraries.queryKey,
    (known) => known && { ...known, data: known.data.filter((library) => library.id !== id) },
  );
  queries.removeQueries({ queryKey: scanStatus(id).queryKey });
}

/** The running scans of all libraries visible to the user. */
export const activeScans = queryOptions({
  queryKey: ['libraries', 'active'],
  queryFn: ({ signal }) => call('GET /api/v1/scans/active', {}, { signal }),
});

/** The running or the last scan. Null if there was none. */
export const scanStatus = (id: string) =>
  queryOptions({
    queryKey: ['libraries', 'scan', id],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: { optional: 'true' } } as const;
      return (await call('GET /api/v1/libraries/{id}/scan-status', input, { signal })) ?? null;
    },
    retry: false,
  });

/** For administrators: all plugins, including built-in providers. */
export const pluginList = queryOptions({
  queryKey: ['plugins'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/plugins', {}, { signal }),
  staleTime: 0,
});

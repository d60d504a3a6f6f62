// Queries for Kobo e-readers and the lists they can sync.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const koboDevices = queryOptions({
  queryKey: ['kobo'],
  queryFn: ({ signal }) => call('GET /api/v1/user/kobo', {}, { signal }),
  staleTime: 0,
});

export type ScopeKind = 'everything' | 'collection' | 'readList' | 'preset';
interface Named {
  id: string;
  name: string;
}

/** The lists of one kind that a device can be limited to. At most 500. */
export const scopesOf = (kind: ScopeKind) =>
  queryOptions({
    queryKey: [
      kind === 'collection' ? 'collections' : kind === 'readList' ? 'read-lists' : 'presets',
      'scopes',
    ],
    enabled: kind !== 'everything',
    async queryFn({ signal }): Promise<Named[]> {
      const query = { pageSize: 500 };
      if (kind === 'collection')
        return (await call('GET /api/v1/collections', { query }, { signal })).data.map(toNamed);
      if (kind === 'readList')
        return (await call('GET /api/v1/readlists', { query }, { signal })).data.map(toNamed);
      return (await call('GET /api/v1/filter-presets', {}, { signal })).presets.map(toNamed);
    },
  });

const toNamed = ({ id, name }: Named): Named => ({ id, name });

// The first results of a search.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Item } from '../books/index.tsx';
import type { SearchParams } from './search.ts';

interface Hits {
  data: Item[];
  total: number;
}

export const hits = (target: ConditionTarget, { library, q, filter }: SearchParams, pageSize: number) =>
  queryOptions({
    queryKey: [target, 'hits', library ?? '', q ?? '', JSON.stringify(filter ?? null), pageSize],
    queryFn: async ({ signal }): Promise<Hits> => {
      const inLibrary = library ? [{ libraryId: { operator: 'is', value: library } }] : [];
      const all = [...inLibrary, ...(filter ? [filter] : [])];
      const body = { ...(q && { fullTextSearch: q }), ...(all.length > 0 && { condition: { allOf: all } }) };
      const input = { query: { pageSize }, body };
      return target === 'series'
        ? await call('POST /api/v1/series/list', input, { signal })
        : await call('POST /api/v1/books/list', input, { signal });
    },
    placeholderData: keepPreviousData,
  });

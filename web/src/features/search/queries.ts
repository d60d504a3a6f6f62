// The first hits of a search.
import type { BookDto } from '@lectern/contract/books';
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import type { Series } from '@lectern/contract/series';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { SearchSearch } from './search.ts';

export type Hit = Series | BookDto;
export const isBook = (hit: Hit): hit is BookDto => 'seriesId' in hit;

interface Hits {
  data: Hit[];
  total: number;
}

export const hits = (target: ConditionTarget, { library, q, filter }: SearchSearch, pageSize: number) =>
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

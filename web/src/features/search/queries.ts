// The first results of a search.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Item } from '../books/index.tsx';
import type { SearchParams } from './search.ts';

interface Hits {
  data: Item[];
  total: number;
  /** The corrected search text of these results. Omitted if the typed text has results. */
  correctedSearch?: string;
}

/** Whether the text itself has results. Corrected results of the other kind are then of no use. */
export const hasExact = (...all: readonly (Hits | undefined)[]): boolean =>
  all.some((hits) => hits !== undefined && hits.total > 0 && hits.correctedSearch === undefined);

export const hits = (
  target: ConditionTarget,
  { library, q, exact = false, filter }: SearchParams,
  pageSize: number,
) =>
  queryOptions({
    queryKey: [target, 'hits', library ?? '', q ?? '', exact, JSON.stringify(filter ?? null), pageSize],
    queryFn: async ({ signal }): Promise<Hits> => {
      const inLibrary = library ? [{ libraryId: { operator: 'is', value: library } }] : [];
      const all = [...inLibrary, ...(filter ? [filter] : [])];
      const body = {
        ...(q && { fullTextSearch: q }),
        ...(exact && { exactSearch: true }),
        ...(all.length > 0 && { condition: { allOf: all } }),
      };
      const input = { query: { pageSize }, body };
      return target === 'series'
        ? await call('POST /api/v1/series/list', input, { signal })
        : await call('POST /api/v1/books/list', input, { signal });
    },
    placeholderData: keepPreviousData,
  });

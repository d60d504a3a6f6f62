// The windows of a list of series or books, and its letters.
import type { BookDto } from '@lectern/contract/books';
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import type { Series } from '@lectern/contract/series';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Filter } from '../../filters/index.tsx';

/** What is to be listed, and in which order. */
export interface Wish {
  target: ConditionTarget;
  library?: string;
  q?: string;
  filter?: Filter;
  sort?: string;
  seed?: number;
}

export type Item = Series | BookDto;
export const isBook = (item: Item): item is BookDto => 'seriesId' in item;

interface ItemPage {
  data: Item[];
  total: number;
}

/** Items of a page of a list: windows are asked for as they are scrolled to. */
export const windowSize = 100;

export function toBody({ library, q, filter }: Wish) {
  const inLibrary = library ? [{ libraryId: { operator: 'is', value: library } }] : [];
  const all = [...inLibrary, ...(filter ? [filter] : [])];
  const condition = all.length > 1 ? { allOf: all } : all[0];
  return { ...(q && { fullTextSearch: q }), ...(condition && { condition }) };
}

/** Books of a series stay in their order; a list without an order is by title, by what fits, by series and number. */
function toSort({ target, sort, seed }: Wish) {
  const terms = sort?.split(';') ?? [];
  const [first = '', ...others] = terms;
  const isBySeries = target === 'books' && first.startsWith('series,') && others.length === 0;
  return {
    ...(terms.length > 0 && { sort: isBySeries ? [first, first.replace('series', 'number')] : terms }),
    ...(seed !== undefined && { seed }),
  };
}

export const listWindow = (wish: Wish, page: number, pageSize = windowSize) =>
  queryOptions({
    queryKey: [wish.target, 'list', JSON.stringify(wish), pageSize, page],
    queryFn: async ({ signal }): Promise<ItemPage> => {
      const input = { query: { page, pageSize, ...toSort(wish) }, body: toBody(wish) };
      return wish.target === 'series'
        ? await call('POST /api/v1/series/list', input, { signal })
        : await call('POST /api/v1/books/list', input, { signal });
    },
  });

/** How many series begin with which letter, in the order of the list by title. */
export const letterGroups = (wish: Wish) =>
  queryOptions({
    queryKey: ['series', 'letters', JSON.stringify(toBody(wish))],
    queryFn: ({ signal }) =>
      call('POST /api/v1/series/list/alphabetical-groups', { body: toBody(wish) }, { signal }),
  });

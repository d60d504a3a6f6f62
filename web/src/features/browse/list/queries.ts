// Queries for lists of series or books, loaded in windows, and for their letter index.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { type ToWindow, windowSize } from '../../../ui/windowing/use-windows.ts';
import type { Item } from '../../books/index.tsx';
import type { Filter } from '../../filters/index.tsx';

/** Filter and order of a list. */
export interface ListRequest {
  target: ConditionTarget;
  library?: string;
  q?: string;
  exact?: boolean;
  filter?: Filter;
  sort?: string;
  seed?: number;
}

interface ItemPage {
  data: Item[];
  total: number;
  correctedSearch?: string;
}

function toBody({ library, q, exact, filter }: ListRequest) {
  const inLibrary = library ? [{ libraryId: { operator: 'is', value: library } }] : [];
  const all = [...inLibrary, ...(filter ? [filter] : [])];
  const condition = all.length > 1 ? { allOf: all } : all[0];
  return {
    ...(q && { fullTextSearch: q }),
    ...(q && exact && { exactSearch: true }),
    ...(condition && { condition }),
  };
}

/** Books sorted by series are also sorted by number in it. Without a sort the server's default applies. */
function toSort({ target, sort, seed }: ListRequest) {
  const terms = sort?.split(';') ?? [];
  const [first = '', ...others] = terms;
  const isBySeries = target === 'books' && first.startsWith('series,') && others.length === 0;
  return {
    ...(terms.length > 0 && { sort: isBySeries ? [first, first.replace('series', 'number')] : terms }),
    ...(seed !== undefined && { seed }),
  };
}

export const listWindow = (wish: ListRequest, page: number, pageSize = windowSize) =>
  queryOptions({
    queryKey: [wish.target, 'list', JSON.stringify(wish), pageSize, page],
    queryFn: ({ signal }) => fetchWindow(wish, { page, pageSize }, signal),
  });

async function fetchWindow(
  wish: ListRequest,
  portion: { page: number; pageSize: number },
  signal: AbortSignal,
): Promise<ItemPage> {
  const input = { query: { ...portion, ...toSort(wish) }, body: toBody(wish) };
  return wish.target === 'series'
    ? await call('POST /api/v1/series/list', input, { signal })
    : await call('POST /api/v1/books/list', input, { signal });
}

/** A window of the list for `useWindows`. */
export const toListWindow =
  (wish: ListRequest): ToWindow<Item> =>
  (page) => ({
    queryKey: listWindow(wish, page).queryKey,
    ask: (signal) => fetchWindow(wish, { page, pageSize: windowSize }, signal),
  });

/** Number of series per initial letter, in title order. */
export const letterGroups = (wish: ListRequest) =>
  queryOptions({
    queryKey: ['series', 'letters', JSON.stringify(toBody(wish))],
    queryFn: ({ signal }) =>
      call('POST /api/v1/series/list/alphabetical-groups', { body: toBody(wish) }, { signal }),
  });

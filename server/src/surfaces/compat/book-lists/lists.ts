// Collections and read lists: all lists, single lists, and their members.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { everyRow } from '#catalog/every-row.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { ids } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read, readOne } from '../lists/descriptions.ts';
import type { BookFilter, ListCall, SeriesFilter } from '../lists/filter.ts';
import { listBooks, listSeries } from '../lists/list.ts';
import { showBook } from '../lists/shown.ts';
import { cut, readWindow } from '../query/paging.ts';
import { isSortRequested } from '../query/sort.ts';
import { type Query, readList, readText } from '../query/values.ts';
import { bookShape, type CompatBook } from '../shapes/book.ts';
import {
  collectionShape,
  type ListWithMembers,
  readListShape,
  toCollection,
  toReadList,
} from '../shapes/book-list.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import { seriesShape } from '../shapes/series.ts';
import {
  everyBook,
  getPinned,
  type Listed,
  listPinned,
  orPinned,
  toBookFilter,
  toSeriesFilter,
} from './pinned.ts';

const neighbourParams = z.object({ id: z.uuid().toLowerCase(), bookId: z.uuid().toLowerCase() });
const neighbour = (which: 'next' | 'previous') =>
  ({
    ...read(`/api/v1/readlists/{id}/books/{bookId}/${which}`, 'readlists:read', bookShape),
    params: neighbourParams,
  }) as const;

const contract = routes('Compatible lists', 'Collections and read lists for apps made for another server.', {
  collections: read('/api/v1/collections', 'collections:read', pageOf(collectionShape)),
  collection: readOne('/api/v1/collections/{id}', 'collections:read', collectionShape),
  collectionSeries: readOne('/api/v1/collections/{id}/series', 'collections:read', pageOf(seriesShape)),
  readLists: read('/api/v1/readlists', 'readlists:read', pageOf(readListShape)),
  readList: readOne('/api/v1/readlists/{id}', 'readlists:read', readListShape),
  readListBooks: readOne('/api/v1/readlists/{id}/books', 'readlists:read', pageOf(bookShape)),
  readListNext: neighbour('next'),
  readListPrevious: neighbour('previous'),
});

/** The members of a list: its rows, or the matches of its condition. */
const toMembers = ({ id, automatic, ordered }: SharedList, field: 'collectionId' | 'readListId') =>
  automatic ? { condition: ids(field, [id]) } : { memberOf: { id, ordered } };

export function createListRoutes(deps: CompatDependencies): MountedRoute[] {
  const { collections, readLists } = deps.services.lists;
  return implement(contract, {
    collections: async (call) =>
      toListPage(
        call,
        await collections.listWithMembers(call.viewer, searchOf(call)),
        await listPinned(deps, call.viewer, 'series', searchOf(call).search),
        toCollection,
      ),
    collection: async ({ viewer, params: { id } }) =>
      toCollection(
        await orPinned<ListWithMembers>(
          () => collections.getWithMembers(viewer, id),
          () => getPinned(deps, viewer, 'series', id),
        ),
      ),
    collectionSeries: async ({ viewer, params: { id }, query }) =>
      listSeries(
        deps,
        { viewer, query },
        await orPinned<SeriesFilter>(
          async () => toMembers(await collections.get(viewer, id), 'collectionId'),
          () => toSeriesFilter(deps, viewer, id),
        ),
      ),
    readLists: async (call) =>
      toListPage(
        call,
        await readLists.listWithMembers(call.viewer, searchOf(call)),
        await listPinned(deps, call.viewer, 'books', searchOf(call).search),
        toReadList,
      ),
    readList: async ({ viewer, params: { id } }) =>
      toReadList(
        await orPinned<ListWithMembers>(
          () => readLists.getWithMembers(viewer, id),
          () => getPinned(deps, viewer, 'books', id),
        ),
      ),
    readListBooks: async ({ viewer, params: { id }, query }) =>
      listBooks(
        deps,
        { viewer, query },
        await orPinned<BookFilter>(
          async () => toMembers(await readLists.get(viewer, id), 'readListId'),
          () => toBookFilter(deps, viewer, id),
        ),
      ),
    readListNext: ({ viewer, params }) => showNeighbour(deps, viewer, params, 1),
    readListPrevious: ({ viewer, params }) => showNeighbour(deps, viewer, params, -1),
  });
}

/** The name and the visible books of a read list or pinned filter, in order. */
export async function listBooksOf(
  deps: CompatDependencies,
  viewer: Viewer,
  id: string,
): Promise<{ title: string; books: BookRow[] }> {
  const { name, memberIds } = await orPinned<ListWithMembers>(
    () => deps.services.lists.readLists.getWithMembers(viewer, id),
    () => getPinned(deps, viewer, 'books', id),
  );
  return { title: name, books: await deps.catalog.books.listByIds(viewer, memberIds) };
}

async function showNeighbour(
  deps: CompatDependencies,
  viewer: Viewer,
  { id, bookId }: z.output<typeof neighbourParams>,
  step: 1 | -1,
): Promise<CompatBook> {
  const { readLists } = deps.services.lists;
  const books = await orPinned(
    async () => {
      const members = toMembers(await readLists.get(viewer, id), 'readListId');
      return everyRow((page) => deps.catalog.books.list(viewer, { ...members, page }));
    },
    async () => everyBook(deps, viewer, id),
  );
  let before: BookRow | undefined;
  for await (const row of books) {
    if (step > 0 ? before?.id === bookId : row.id === bookId)
      return showBook(deps, viewer, step > 0 ? row : before);
    before = row;
  }
  throw notFound('book');
}

const searchOf = ({ query }: ListCall) => ({ search: readText(query, 'search') });

function toListPage<T>(
  { query }: ListCall,
  lists: readonly Listed[],
  filters: readonly Listed[],
  toShape: (one: Listed) => T,
) {
  const found =
    filters.length === 0
      ? lists
      : [...lists, ...filters].toSorted((a, b) => compare(toSortKey(a.name), toSortKey(b.name)));
  const libraryIds = readList(query, 'library_id');
  const isWanted = (one: Listed) => libraryIds.some((id) => one.libraryIds.has(id));
  const wanted = libraryIds.length === 0 ? found : found.filter(isWanted);
  const window = readWindow(query);
  const { rows, total } = cut(window, sortLists(wanted, query));
  return toPage({ content: rows.map(toShape), total, window, isSorted: isSortRequested(query) });
}

/** Sorts by name unless the client requests a date of the list. */
function sortLists(lists: readonly Listed[], query: Query): Listed[] {
  const [field = '', direction] = (readText(query, 'sort') ?? '').toLowerCase().split(',');
  const key = field.startsWith('created')
    ? 'createdAt'
    : field.startsWith('lastmodified')
      ? 'updatedAt'
      : undefined;
  const sorted = key ? lists.toSorted((a, b) => compare(a[key], b[key])) : [...lists];
  return direction === 'desc' ? sorted.reverse() : sorted;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

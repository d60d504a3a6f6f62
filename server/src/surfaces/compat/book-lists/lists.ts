// Collections and read lists: lists of them, single ones, what they hold.
import type { SharedList } from '@lectern/contract/book-lists';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { ids } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read, readOne } from '../lists/descriptions.ts';
import type { BookFilter, BookLister } from '../lists/list-books.ts';
import type { ListCall, SeriesFilter, SeriesLister } from '../lists/list-series.ts';
import type { Shown } from '../lists/shown.ts';
import { cut, readWindow } from '../query/paging.ts';
import { isSortRequested } from '../query/sort.ts';
import { type Query, readList, readText } from '../query/values.ts';
import { bookShape, type CompatBook } from '../shapes/book.ts';
import {
  collectionShape,
  type Gathered,
  readListShape,
  toCollection,
  toReadList,
} from '../shapes/book-list.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import { seriesShape } from '../shapes/series.ts';
import { type Listed, orPinned, type PinnedLists } from './pinned.ts';

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

interface Dependencies extends Pick<CompatDependencies, 'catalog' | 'services'> {
  shown: Shown;
  series: SeriesLister;
  books: BookLister;
  pinned: PinnedLists;
}

const neighboursAtOnce = 500;

export function createListRoutes({
  catalog,
  services,
  shown,
  series,
  books,
  pinned,
}: Dependencies): MountedRoute[] {
  const { collections, readLists } = services.lists;

  /** What a list holds: rows of its own, or whatever meets its condition. */
  const toMembers = (
    { id, automatic, ordered }: { id: string; automatic: boolean; ordered: boolean },
    field: string,
  ) => (automatic ? { condition: ids(field, [id]) } : { memberOf: { id, ordered } });

  const findNeighbour = (viewer: Viewer, place: Place, step: 1 | -1): Promise<CompatBook> =>
    orPinned(
      async () => readListNeighbour(viewer, place, step, await readLists.get(viewer, place.id)),
      () => pinnedNeighbour(viewer, place, step),
    );

  async function pinnedNeighbour(viewer: Viewer, { id, bookId }: Place, step: 1 | -1): Promise<CompatBook> {
    const rows = await pinned.readAll(viewer, id);
    const at = rows.findIndex((row) => row.id === bookId);
    return show(viewer, at < 0 ? undefined : rows[at + step]);
  }

  async function readListNeighbour(
    viewer: Viewer,
    { bookId }: Place,
    step: 1 | -1,
    readList: SharedList,
  ): Promise<CompatBook> {
    const which = toMembers(readList, 'readListId');
    let before: BookRow | undefined;
    let isNext = false;
    for (let page = 1; ; page++) {
      const { rows } = await catalog.books.list(viewer, {
        ...which,
        page: { page, pageSize: neighboursAtOnce },
      });
      for (const row of rows) {
        if (isNext) return show(viewer, row);
        if (row.id === bookId && step < 0) return show(viewer, before);
        isNext = row.id === bookId;
        before = row;
      }
      if (rows.length < neighboursAtOnce) throw notFound('book');
    }
  }

  async function show(viewer: Viewer, row: BookRow | undefined): Promise<CompatBook> {
    const [book] = row ? await shown.showBooks(viewer, [row]) : [];
    if (!book) throw notFound('book');
    return book;
  }

  return implement(contract, {
    collections: async (call) =>
      toListPage(
        call,
        await collections.listWithMembers(call.viewer, searchOf(call)),
        await pinned.list(call.viewer, 'series', searchOf(call).search),
        toCollection,
      ),
    collection: async ({ viewer, params: { id } }) =>
      toCollection(
        await orPinned<Gathered>(
          () => collections.getWithMembers(viewer, id),
          () => pinned.get(viewer, 'series', id),
        ),
      ),
    collectionSeries: async ({ viewer, params: { id }, query }) =>
      series.list(
        { viewer, query },
        await orPinned<SeriesFilter>(
          async () => toMembers(await collections.get(viewer, id), 'collectionId'),
          () => pinned.series(viewer, id),
        ),
      ),
    readLists: async (call) =>
      toListPage(
        call,
        await readLists.listWithMembers(call.viewer, searchOf(call)),
        await pinned.list(call.viewer, 'books', searchOf(call).search),
        toReadList,
      ),
    readList: async ({ viewer, params: { id } }) =>
      toReadList(
        await orPinned<Gathered>(
          () => readLists.getWithMembers(viewer, id),
          () => pinned.get(viewer, 'books', id),
        ),
      ),
    readListBooks: async ({ viewer, params: { id }, query }) =>
      books.list(
        { viewer, query },
        await orPinned<BookFilter>(
          async () => toMembers(await readLists.get(viewer, id), 'readListId'),
          () => pinned.books(viewer, id),
        ),
      ),
    readListNext: ({ viewer, params }) => findNeighbour(viewer, params, 1),
    readListPrevious: ({ viewer, params }) => findNeighbour(viewer, params, -1),
  });
}

interface Place {
  id: string;
  bookId: string;
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

/** They come by name; other orders are by the moments of the list itself. */
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

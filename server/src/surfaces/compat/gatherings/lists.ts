// Collections and read lists: lists of them, single ones, what they hold.
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BookRow } from '#catalog/book-rows.ts';
import type { GatheringWithMembers } from '#features/gatherings/index.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { notFound } from '#kernel/errors.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { ids } from '../conditions/build.ts';
import { read, readOne } from '../lists/descriptions.ts';
import type { BookLister } from '../lists/list-books.ts';
import type { ListCall, SeriesLister } from '../lists/list-series.ts';
import type { Shown } from '../lists/shown.ts';
import type { CompatParts } from '../parts.ts';
import { cut, readWindow } from '../query/paging.ts';
import { isSortAsked } from '../query/sort.ts';
import { type Query, readList, readText } from '../query/values.ts';
import { bookShape, type CompatBook } from '../shapes/book.ts';
import { collectionShape, readListShape, toCollection, toReadList } from '../shapes/gathering.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import { seriesShape } from '../shapes/series.ts';

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

interface Parts extends Pick<CompatParts, 'catalog' | 'services'> {
  shown: Shown;
  series: SeriesLister;
  books: BookLister;
}

const neighboursAtOnce = 500;

export function createListRoutes({ catalog, services, shown, series, books }: Parts): MountedRoute[] {
  const { collections, readLists } = services.gatherings;

  /** What a list holds: rows of its own, or whatever meets its condition. */
  const toMembers = (
    { id, automatic, ordered }: { id: string; automatic: boolean; ordered: boolean },
    field: string,
  ) => (automatic ? { condition: ids(field, [id]) } : { memberOf: { id, ordered } });

  async function findNeighbour(viewer: Viewer, { id, bookId }: Place, step: 1 | -1): Promise<CompatBook> {
    const which = toMembers(await readLists.get(viewer, id), 'readListId');
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
      toListPage(call, await collections.listWithMembers(call.viewer, searchOf(call)), toCollection),
    collection: async ({ viewer, params }) =>
      toCollection(await collections.getWithMembers(viewer, params.id)),
    async collectionSeries({ viewer, params, query }) {
      const one = await collections.get(viewer, params.id);
      return series.list({ viewer, query }, toMembers(one, 'collectionId'));
    },
    readLists: async (call) =>
      toListPage(call, await readLists.listWithMembers(call.viewer, searchOf(call)), toReadList),
    readList: async ({ viewer, params }) => toReadList(await readLists.getWithMembers(viewer, params.id)),
    async readListBooks({ viewer, params, query }) {
      const one = await readLists.get(viewer, params.id);
      return books.list({ viewer, query }, toMembers(one, 'readListId'));
    },
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
  found: GatheringWithMembers[],
  toShape: (one: GatheringWithMembers) => T,
) {
  const libraryIds = readList(query, 'library_id');
  const isWanted = (one: GatheringWithMembers) => libraryIds.some((id) => one.libraryIds.has(id));
  const wanted = libraryIds.length === 0 ? found : found.filter(isWanted);
  const window = readWindow(query);
  const { rows, total } = cut(window, sortLists(wanted, query));
  return toPage({ content: rows.map(toShape), total, window, isSorted: isSortAsked(query) });
}

/** They come by name; other orders are by the moments of the list itself. */
function sortLists(lists: GatheringWithMembers[], query: Query): GatheringWithMembers[] {
  const [field = '', direction] = (readText(query, 'sort') ?? '').toLowerCase().split(',');
  const key = field.startsWith('created')
    ? 'createdAt'
    : field.startsWith('lastmodified')
      ? 'updatedAt'
      : undefined;
  const sorted = key
    ? lists.toSorted((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
    : [...lists];
  return direction === 'desc' ? sorted.reverse() : sorted;
}

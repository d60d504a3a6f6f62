// Series: lists, shelves, single ones.
import { int32 } from '@lectern/contract/fields';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { PinnedLists } from '../book-lists/pinned.ts';
import { readCondition } from '../conditions/grammar.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { bookShape } from '../shapes/book.ts';
import { collectionShape, toCollection } from '../shapes/book-list.ts';
import { pageOf } from '../shapes/page.ts';
import { seriesShape } from '../shapes/series.ts';
import { filtered, read, readOne } from './descriptions.ts';
import type { BookLister } from './list-books.ts';
import type { SeriesLister } from './list-series.ts';
import type { Shown } from './shown.ts';

const series = pageOf(seriesShape);
const access = 'series:read';

const contract = routes('Compatible series', 'Series for apps made for another server.', {
  list: read('/api/v1/series', access, series),
  listFiltered: filtered('/api/v1/series/list', access, series),
  letterGroups: filtered(
    '/api/v1/series/list/alphabetical-groups',
    access,
    z.array(z.object({ group: z.string(), count: int32 })),
  ),
  recent: read('/api/v1/series/new', access, series),
  updated: read('/api/v1/series/updated', access, series),
  latest: read('/api/v1/series/latest', access, series),
  get: readOne('/api/v1/series/{id}', access, seriesShape),
  books: readOne('/api/v1/series/{id}/books', 'books:read', pageOf(bookShape)),
  collections: readOne('/api/v1/series/{id}/collections', 'collections:read', z.array(collectionShape)),
});

const newestFirst = [{ field: 'dateAdded', direction: 'desc' }] as const;
const latestFirst = [{ field: 'dateUpdated', direction: 'desc' }] as const;

interface Dependencies extends Pick<CompatDependencies, 'catalog' | 'services'> {
  shown: Shown;
  series: SeriesLister;
  books: BookLister;
  pinned: PinnedLists;
}

export const createSeriesRoutes = ({
  catalog,
  services,
  shown,
  series,
  books,
  pinned,
}: Dependencies): MountedRoute[] =>
  implement(contract, {
    list: (call) => series.list(call),
    listFiltered: ({ viewer, query, body }) =>
      series.list(
        { viewer, query },
        { condition: readCondition('series', body?.condition), fullTextSearch: body?.fullTextSearch },
      ),
    async letterGroups({ viewer, query, body }) {
      const condition = readCondition('series', body?.condition);
      const { fullTextSearch } = body ?? {};
      const selection = await series.select({ viewer, query }, { condition, fullTextSearch });
      return catalog.series.letterGroups(viewer, selection);
    },
    recent: ({ viewer, query: { sort: _, ...query } }) =>
      series.list({ viewer, query }, { usual: newestFirst }),
    updated: ({ viewer, query: { sort: _, ...query } }) =>
      series.list({ viewer, query }, { usual: latestFirst }),
    latest: ({ viewer, query: { sort: _, ...query } }) =>
      series.list({ viewer, query }, { usual: latestFirst }),
    async get({ viewer, params }) {
      const row = await catalog.series.get(viewer, params.id);
      const [one] = await shown.showSeries(viewer, [row]);
      if (!one) throw notFound('series');
      return one;
    },
    async books({ viewer, params, query }) {
      await catalog.series.get(viewer, params.id);
      return books.list({ viewer, query }, { seriesId: params.id });
    },
    async collections({ viewer, params }) {
      await catalog.series.get(viewer, params.id);
      const found = await services.lists.collections.listWithMembers(viewer, { containing: params.id });
      return [...found, ...(await pinned.containing(viewer, 'series', params.id))].map(toCollection);
    },
  });

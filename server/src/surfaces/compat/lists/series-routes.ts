// Series: lists, shelves, single series.
import { int32 } from '@lectern/contract/fields';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { listPinnedWith } from '../book-lists/pinned.ts';
import { readCondition } from '../conditions/grammar.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { bookShape } from '../shapes/book.ts';
import { collectionShape, toCollection } from '../shapes/book-list.ts';
import { pageOf } from '../shapes/page.ts';
import { seriesShape } from '../shapes/series.ts';
import { filtered, read, readOne } from './descriptions.ts';
import { listBooks, listSeries, select } from './list.ts';
import { showSeries } from './shown.ts';

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

export const createSeriesRoutes = (deps: CompatDependencies): MountedRoute[] =>
  implement(contract, {
    list: (call) => listSeries(deps, call),
    listFiltered: ({ viewer, query, body }) =>
      listSeries(
        deps,
        { viewer, query },
        { condition: readCondition('series', body?.condition), fullTextSearch: body?.fullTextSearch },
      ),
    async letterGroups({ viewer, query, body }) {
      const condition = readCondition('series', body?.condition);
      const { fullTextSearch } = body ?? {};
      const selection = await select(deps, 'series', { viewer, query }, { condition, fullTextSearch });
      return deps.catalog.series.letterGroups(viewer, selection);
    },
    recent: ({ viewer, query: { sort: _, ...query } }) =>
      listSeries(deps, { viewer, query }, { defaultSort: newestFirst }),
    updated: ({ viewer, query: { sort: _, ...query } }) =>
      listSeries(deps, { viewer, query }, { defaultSort: latestFirst }),
    latest: ({ viewer, query: { sort: _, ...query } }) =>
      listSeries(deps, { viewer, query }, { defaultSort: latestFirst }),
    async get({ viewer, params }) {
      const row = await deps.catalog.series.get(viewer, params.id);
      const [one] = await showSeries(deps, viewer, [row]);
      if (!one) throw notFound('series');
      return one;
    },
    async books({ viewer, params, query }) {
      await deps.catalog.series.get(viewer, params.id);
      return listBooks(deps, { viewer, query }, { seriesId: params.id });
    },
    async collections({ viewer, params }) {
      await deps.catalog.series.get(viewer, params.id);
      const found = await deps.services.lists.collections.listWithMembers(viewer, { containing: params.id });
      return [...found, ...(await listPinnedWith(deps, viewer, 'series', params.id))].map(toCollection);
    },
  });

import type { listSeriesBody } from '@lectern/contract/lists';
import { series as contract, type series } from '@lectern/contract/series';
import { bookSortFields, seriesSortFields } from '@lectern/contract/values';
import type { z } from 'zod';
import { toBookDto } from '#catalog/book-dto.ts';
import type { Found } from '#catalog/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import type { SeriesList, SeriesShelf } from '#catalog/series.ts';
import { type SeriesRow, toSeriesDto } from '#catalog/series-dto.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Handlers, implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/pagination.ts';
import { toSeededOrder } from '#infrastructure/http/random-order.ts';
import { parseSort } from '#infrastructure/http/sort.ts';
import { parseSearchText } from '#infrastructure/text/search-text.ts';
import type { SeriesService } from './service.ts';

interface Dependencies {
  catalog: Catalog;
  service: SeriesService;
  progress: ProgressService;
}

interface ListCall {
  viewer: Viewer;
  query: { page: number; pageSize: number };
  request: { url: string };
}

interface SortedCall extends ListCall {
  query: ListCall['query'] & { sort?: string | string[] | undefined; seed?: number | undefined };
}

type ListBody = z.output<typeof listSeriesBody> | undefined;

interface FilteredCall extends SortedCall {
  body: ListBody;
}

function toFilter({ viewer, body }: { viewer: Viewer; body?: ListBody }) {
  const condition = body?.condition ?? undefined;
  requireFieldPermissions(viewer, condition);
  const search = parseSearchText(body?.fullTextSearch ?? '');
  return { condition, search, includeDeleted: body?.includeDeleted };
}

export function createSeriesRoutes({ catalog, service, progress }: Dependencies): MountedRoute[] {
  const page = (call: ListCall, { rows, total }: Found<SeriesRow>, url = call.request.url) =>
    toPage(
      rows.map((row) => toSeriesDto(row, call.viewer)),
      total,
      boundPage(call.query),
      url,
    );

  const list = async (call: SortedCall, filter: Omit<SeriesList, 'page' | 'sort' | 'seed'>) => {
    const { url, ...order } = toSeededOrder(parseSort(call.query.sort, seriesSortFields), {
      seed: call.query.seed,
      url: call.request.url,
    });
    const wanted = { ...filter, ...order, page: boundPage(call.query) };
    return page(call, await catalog.series.list(call.viewer, wanted), url);
  };
  const listFiltered = (call: FilteredCall, libraryId?: string) =>
    list(call, { libraryId, ...toFilter(call) });
  const shelf = async (call: ListCall, name: SeriesShelf, libraryId: string | undefined) =>
    page(call, await catalog.series.shelf(call.viewer, name, { libraryId, page: boundPage(call.query) }));
  const inLibrary = async (call: ListCall, libraryId: string) => {
    await service.checkLibrary(call.viewer, libraryId);
    return libraryId;
  };

  const handlers: Handlers<(typeof series)['table']> = {
    list: (call) => list(call, { libraryId: call.query.libraryId }),
    listFiltered: (call) => listFiltered(call),
    letterGroups: (call) => catalog.series.letterGroups(call.viewer, toFilter(call)),
    recentlyAdded: (call) => shelf(call, 'recently-added', call.query.libraryId),
    recentlyUpdated: (call) => shelf(call, 'recently-updated', call.query.libraryId),
    inProgress: (call) => shelf(call, 'in-progress', call.query.libraryId),
    listOfLibrary: async (call) => list(call, { libraryId: await inLibrary(call, call.params.id) }),
    listFilteredOfLibrary: async (call) => listFiltered(call, await inLibrary(call, call.params.id)),
    recentlyAddedOfLibrary: async (call) =>
      shelf(call, 'recently-added', await inLibrary(call, call.params.id)),
    recentlyUpdatedOfLibrary: async (call) =>
      shelf(call, 'recently-updated', await inLibrary(call, call.params.id)),
    inProgressOfLibrary: async (call) => shelf(call, 'in-progress', await inLibrary(call, call.params.id)),
    get: async ({ viewer, params }) => toSeriesDto(await catalog.series.get(viewer, params.id), viewer),
    update: async ({ viewer, params, body }) =>
      toSeriesDto(await service.rename(viewer, params.id, body.title), viewer),
    async books({ viewer, params, query, request }) {
      const { libraryId } = await catalog.series.get(viewer, params.id);
      const { rows, total } = await catalog.books.list(viewer, {
        libraryId,
        seriesId: params.id,
        includeDeleted: query.includeDeleted === 'true',
        sort: parseSort(query.sort, bookSortFields),
        page: boundPage(query),
      });
      return toPage(
        rows.map((row) => toBookDto(row, viewer)),
        total,
        boundPage(query),
        request.url,
      );
    },
    async adjacent({ viewer, params }) {
      const { prev, next } = await catalog.series.adjacent(
        viewer,
        await catalog.series.get(viewer, params.id),
      );
      return { prev: prev && toSeriesDto(prev, viewer), next: next && toSeriesDto(next, viewer) };
    },
    markRead: ({ viewer, params }) => progress.markSeries(viewer, params.id, true),
    markUnread: ({ viewer, params }) => progress.markSeries(viewer, params.id, false),
  };
  return implement(contract, handlers);
}

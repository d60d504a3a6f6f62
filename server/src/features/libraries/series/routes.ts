import type { listSeriesBody } from '@lectern/contract/conditions/lists';
import { series as contract, type series } from '@lectern/contract/libraries/series';
import { bookSortFields, seriesSortFields } from '@lectern/contract/values';
import type { z } from 'zod';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import type { SeriesList, SeriesShelf } from '#catalog/series/series.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Handlers, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage, type ListCall } from '#infrastructure/http/routes/pagination.ts';
import { readOrder, type SortedCall } from '#infrastructure/http/routes/random-order.ts';
import { parseSort } from '#infrastructure/http/routes/sort.ts';
import { parseSearchText } from '#infrastructure/text/search-text.ts';
import type { SeriesMetadataService } from './metadata/service.ts';

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

export function createSeriesRoutes(
  catalog: Catalog,
  metadata: SeriesMetadataService,
  progress: ProgressService,
): MountedRoute[] {
  const list = async (call: SortedCall, filter: Omit<SeriesList, 'page' | 'sort' | 'seed'>) => {
    const { url, ...order } = readOrder(call, seriesSortFields);
    const wanted = { ...filter, ...order, page: boundPage(call.query) };
    return answerPage(call, await catalog.series.list(call.viewer, wanted), toSeriesDto, url);
  };
  const listFiltered = (call: FilteredCall, libraryId?: string) =>
    list(call, { libraryId, ...toFilter(call), correctsSearch: !call.body?.exactSearch });
  const shelf = async (call: ListCall, name: SeriesShelf, libraryId: string | undefined) => {
    const wanted = { libraryId, page: boundPage(call.query) };
    return answerPage(call, await catalog.series.shelf(call.viewer, name, wanted), toSeriesDto);
  };
  const inLibrary = async ({ viewer, params }: { viewer: Viewer; params: { id: string } }) =>
    (await catalog.libraries.get(viewer, params.id)).id;

  const handlers: Handlers<(typeof series)['table']> = {
    list: (call) => list(call, { libraryId: call.query.libraryId }),
    listFiltered: (call) => listFiltered(call),
    letterGroups: (call) => catalog.series.letterGroups(call.viewer, toFilter(call)),
    recentlyAdded: (call) => shelf(call, 'recently-added', call.query.libraryId),
    recentlyUpdated: (call) => shelf(call, 'recently-updated', call.query.libraryId),
    inProgress: (call) => shelf(call, 'in-progress', call.query.libraryId),
    listOfLibrary: async (call) => list(call, { libraryId: await inLibrary(call) }),
    listFilteredOfLibrary: async (call) => listFiltered(call, await inLibrary(call)),
    recentlyAddedOfLibrary: async (call) => shelf(call, 'recently-added', await inLibrary(call)),
    recentlyUpdatedOfLibrary: async (call) => shelf(call, 'recently-updated', await inLibrary(call)),
    inProgressOfLibrary: async (call) => shelf(call, 'in-progress', await inLibrary(call)),
    get: async ({ viewer, params }) => toSeriesDto(await catalog.series.get(viewer, params.id), viewer),
    async update({ viewer, params: { id }, body: { title, ...order } }) {
      if (title !== undefined) await metadata.update(viewer, id, { title });
      if (Object.keys(order).length > 0) await metadata.setOrder(viewer, id, order);
      return toSeriesDto(await catalog.series.get(viewer, id), viewer);
    },
    async books(call) {
      const { viewer, params, query } = call;
      const { libraryId } = await catalog.series.get(viewer, params.id);
      const found = await catalog.books.list(viewer, {
        libraryId,
        seriesId: params.id,
        includeDeleted: query.includeDeleted === 'true',
        sort: parseSort(query.sort, bookSortFields),
        page: boundPage(query),
      });
      return answerPage(call, found, toBookDto);
    },
    async adjacent({ viewer, params }) {
      const series = await catalog.series.get(viewer, params.id);
      const { prev, next } = await catalog.series.adjacent(viewer, series);
      return { prev: prev && toSeriesDto(prev, viewer), next: next && toSeriesDto(next, viewer) };
    },
    async similar({ viewer, params, query }) {
      const found = await catalog.series.similar(viewer, params.id, query.limit);
      return { series: found.map(({ series, shared }) => ({ series: toSeriesDto(series, viewer), shared })) };
    },
    async timeLeft({ viewer, params }) {
      await catalog.series.get(viewer, params.id);
      return catalog.reading.timeLeft(viewer, params.id);
    },
    markRead: ({ viewer, params }) => progress.markSeries(viewer, params.id, true),
    markUnread: ({ viewer, params }) => progress.markSeries(viewer, params.id, false),
  };
  return implement(contract, handlers);
}

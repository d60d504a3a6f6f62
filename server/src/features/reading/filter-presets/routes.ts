import { filterPresets as contract } from '@lectern/contract/filter-presets';
import { toBookDto } from '#catalog/book-dto.ts';
import { toSeriesDto } from '#catalog/series-dto.ts';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { answerPage, boundPage } from '#infrastructure/http/pagination.ts';
import type { FilterPresetService } from './service.ts';

export const createFilterPresetRoutes = (service: FilterPresetService): MountedRoute[] =>
  implement(contract, {
    list: async ({ viewer, query }) => ({ presets: await service.list(viewer, query) }),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    replace: ({ viewer, params, body }) => service.replace(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
    async results(call) {
      const wanted = { page: boundPage(call.query), url: call.request.url };
      const { found, url } = await service.results(call.viewer, call.params.id, wanted);
      return found.target === 'books'
        ? answerPage(call, found, toBookDto, url)
        : answerPage(call, found, toSeriesDto, url);
    },
  });

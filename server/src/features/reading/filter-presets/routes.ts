import { filterPresets as contract } from '@lectern/contract/reading/filter-presets';
import { toBookDto } from '#catalog/books/book-dto.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage } from '#infrastructure/http/routes/pagination.ts';
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

// Saved filters of a user, and their results.

import { filterPresets as contract } from '@lectern/contract/reading/filter-presets';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage } from '#infrastructure/http/routes/pagination.ts';
import { FilterPresetService, toSortTerms } from './service.ts';

export { type FilterPresetService, toSortTerms };

export function createFilterPresets(database: Database, catalog: Catalog, clock: Clock) {
  const service = new FilterPresetService(database, catalog, clock);
  return {
    service,
    routes: implement(contract, {
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
    }),
  };
}

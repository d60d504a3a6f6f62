// Reading progress and its history.

import { progress as contract } from '@lectern/contract/reading/progress';
import { toReadProgress } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { answer, nothing } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage, readPage } from '#infrastructure/http/routes/pagination.ts';
import { opdsProgressionSchema } from '../opds-progression/index.ts';
import type { SeriesProgress } from '../series-progress/index.ts';
import type { Contents } from './locate.ts';
import { ProgressService } from './service.ts';
import { createRuns } from './streaming.ts';

export { shareProgress } from './entries.ts';
export { moveToBook as moveHistory } from './history/store.ts';
export { copyProgress, type MergedProgress, mergeProgress, separateProgress } from './merging.ts';
export type { ProgressService };
export { opdsProgressionSchema };

export function createProgress(deps: {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  contents: Contents;
  counts: SeriesProgress;
}): { service: ProgressService; routes: MountedRoute[] } {
  const service = new ProgressService({ ...deps, findTurnedPage: createRuns(deps.clock) });
  return {
    service,
    routes: implement(contract, {
      async list(call) {
        const wanted = { ...call.query, ...boundPage(call.query) };
        return answerPage(call, await service.list(call.viewer, wanted), toReadProgress);
      },
      get: async ({ viewer, params, query }) =>
        (await service.find(viewer, params.id)) ?? nothing(query, 'reading progress'),
      write: ({ viewer, params, body }) => service.write(viewer, params.id, body),
      remove: ({ viewer, params }) => service.remove(viewer, params.id),
      history: async ({ viewer, params, query, request }) =>
        readPage(query, request.url, await service.history(viewer, params.id)),
      forgetHistory: ({ viewer, params }) => service.forgetHistory(viewer, params.id),
      async getProgression({ viewer, params }) {
        const document = await service.getProgression(viewer, params.id);
        return document ? answer(document, { status: 200 }) : answer(undefined, { status: 204 });
      },
      writeProgression: ({ viewer, params, body }) => service.writeProgression(viewer, params.id, body),
    }),
  };
}

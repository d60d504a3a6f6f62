// Users' ratings of series.
import { ratings as contract } from '@lectern/contract/reading/own-shelves';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { createRatingService, type RatingService } from './service.ts';
import { createRatingStore } from './store.ts';

export { copyRatings, removeCopies as removeCopiedRatings } from './store.ts';
export type { RatingService };

export function createRatings(database: Database, catalog: Catalog, clock: Clock) {
  const service = createRatingService(catalog, createRatingStore(database.db), clock);
  return {
    service,
    routes: implement(contract, {
      get: ({ viewer, params }) => service.get(viewer, params.id),
      set: ({ viewer, params, body }) => service.set(viewer, params.id, body),
      remove: ({ viewer, params }) => service.remove(viewer, params.id),
      list: async ({ viewer, query, request }) => readPage(query, request.url, await service.list(viewer)),
      average: ({ viewer, params }) => service.average(viewer, params.id),
    }),
  };
}

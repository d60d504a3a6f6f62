// Sharing tags: they show series to a user or hide them.
import { sharingTags as contract } from '@lectern/contract/identity/sharing-tags';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { SharingTagService } from './service.ts';

export type { SharingTagService };

export function createSharingTags(database: Database, catalog: Catalog, events: EventBus, clock: Clock) {
  const service = new SharingTagService(database, catalog, events, clock);
  const routes = implement(contract, {
    list: ({ viewer, query, request }) => readPage(query, request.url, service.list(viewer)),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
    getOfSeries: ({ viewer, params }) => service.getOfSeries(viewer, params.id),
    setOfSeries: ({ viewer, params: { id }, body: { tagIds } }) =>
      service.setOfSeries(viewer, { seriesId: id, tagIds }),
  });
  return { routes, service };
}

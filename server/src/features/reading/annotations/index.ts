// Annotations in books: bookmarks, and highlights with notes.
import { annotations as contract } from '@lectern/contract/reading/annotations';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { AnnotationService } from './service.ts';

export { moveToBook as moveAnnotations } from './store.ts';
export type { AnnotationService };

export function createAnnotations(database: Database, catalog: Catalog, events: EventBus, clock: Clock) {
  const service = new AnnotationService(database, catalog, events, clock);
  const toWhich = ({ id, annotationId }: { id: string; annotationId: string }) => ({
    bookId: id,
    id: annotationId,
  });
  return {
    service,
    routes: implement(contract, {
      list: async ({ viewer, params, query, request }) =>
        readPage(query, request.url, await service.list(viewer, params.id, query.kind)),
      async put({ viewer, params, body }) {
        const { annotation, isNew } = await service.put(viewer, toWhich(params), body);
        return answer(annotation, { status: isNew ? 201 : 200 });
      },
      change: ({ viewer, params, body }) => service.change(viewer, toWhich(params), body),
      remove: ({ viewer, params }) => service.remove(viewer, toWhich(params)),
      listOwn: async ({ viewer, query, request }) =>
        readPage(query, request.url, await service.listOwn(viewer, query)),
    }),
  };
}

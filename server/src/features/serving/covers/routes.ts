import { bookCovers, seriesCovers } from '@lectern/contract/covers';
import { answer, nothing } from '#infrastructure/http/answers.ts';
import { type Handlers, implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { CoverService } from './service.ts';
import type { EntityType } from './store.ts';

export function createCoverRoutes(service: CoverService): MountedRoute[] {
  const handlers = (type: EntityType): Handlers<typeof bookCovers.table> => ({
    thumbnail: async ({ viewer, params, query }) =>
      (await service.findThumbnail(type, viewer, { id: params.id, version: query.v })) ??
      nothing(query, 'thumbnail'),
    list: async ({ viewer, params }) => ({ covers: await service.list(type, viewer, params.id) }),
    upload: async ({ viewer, params, request }) => {
      const { bytes } = await request.readUpload();
      return answer(await service.upload(type, viewer, params.id, bytes), { status: 201 });
    },
    select: ({ viewer, params }) => service.select(type, viewer, params),
    reset: ({ viewer, params }) => service.reset(type, viewer, params.id),
    remove: ({ viewer, params }) => service.remove(type, viewer, params),
    image: ({ viewer, params, query }) => service.sendImage(type, viewer, { ...params, version: query.v }),
  });
  return [...implement(bookCovers, handlers('book')), ...implement(seriesCovers, handlers('series'))];
}

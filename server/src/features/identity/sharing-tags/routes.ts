import { sharingTags as contract } from '@lectern/contract/sharing-tags';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { readPage } from '#infrastructure/http/pagination.ts';
import type { SharingTagService } from './service.ts';

export const createSharingTagRoutes = (service: SharingTagService): MountedRoute[] =>
  implement(contract, {
    list: ({ viewer, query, request }) =>
      readPage(query, request.url, {
        count: service.count,
        list: (window) => service.list(viewer, window),
      }),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
    getOfSeries: ({ viewer, params }) => service.getOfSeries(viewer, params.id),
    setOfSeries: ({ viewer, params, body }) => service.setOfSeries(viewer, params.id, body.tagIds),
  });

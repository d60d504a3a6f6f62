import { sharingTags as contract } from '@lectern/contract/sharing-tags';
import { answer } from '#kernel/http/answers.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { readPage } from '#kernel/http/pagination.ts';
import type { SharingTagService } from './service.ts';

export const createSharingTagRoutes = (service: SharingTagService): MountedRoute[] =>
  implement(contract, {
    list: ({ query, request }) => readPage(query, request.url, service),
    create: async ({ body }) => answer(await service.create(body), { status: 201 }),
    get: ({ params }) => service.get(params.id),
    update: ({ params, body }) => service.update(params.id, body),
    remove: ({ params }) => service.remove(params.id),
    getOfSeries: ({ viewer, params }) => service.getOfSeries(viewer, params.id),
    setOfSeries: ({ viewer, params, body }) => service.setOfSeries(viewer, params.id, body.tagIds),
  });

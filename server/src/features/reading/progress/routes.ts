import { progress as contract } from '@lectern/contract/reading/progress';
import { toReadProgress } from '#catalog/books/book-dto.ts';
import { answer, nothing } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage, readPage } from '#infrastructure/http/routes/pagination.ts';
import type { ProgressService } from './service.ts';

export const createProgressRoutes = (service: ProgressService): MountedRoute[] =>
  implement(contract, {
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
  });

import { libraries as contract } from '@lectern/contract/libraries/libraries';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { LibraryService } from './service.ts';

export function createLibraryRoutes(
  service: LibraryService,
  scan: (libraryId: string) => Promise<void>,
): MountedRoute[] {
  return implement(contract, {
    async list({ viewer, query, request }) {
      const { libraries, total } = await service.list(viewer, boundPage(query));
      return toPage(libraries, total, boundPage(query), request.url);
    },
    async create({ viewer, body }) {
      const library = await service.create(viewer, body);
      if (body.scanImmediately) await scan(library.id);
      return library;
    },
    get: ({ viewer, params }) => service.get(viewer, params.id),
    roots: async ({ viewer, params }) => ({ roots: await service.listRoots(viewer, params.id) }),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
  });
}

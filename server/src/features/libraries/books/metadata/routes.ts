import { bookMetadata as contract } from '@lectern/contract/metadata';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { BookMetadataService } from './service.ts';

export const createBookMetadataRoutes = (service: BookMetadataService): MountedRoute[] =>
  implement(contract, {
    get: ({ viewer, params }) => service.get(viewer, params.id),
    replace: ({ viewer, params, body }) => service.replace(viewer, params.id, body),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    reset: ({ viewer, params }) => service.reset(viewer, params.id),
    async getLocks({ viewer, params }) {
      const { locks } = await service.get(viewer, params.id);
      return { locks };
    },
    async setLocks({ viewer, params, body }) {
      const { locks } = await service.setLocks(viewer, params.id, body);
      return { locks };
    },
  });

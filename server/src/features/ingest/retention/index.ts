// Forgetting books that are gone, and putting away those of removed libraries.
import { purging as contract } from '@lectern/contract/purging';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { createPurgingService, type Purging, type PurgingParts } from './service.ts';

export type { Purging };

export function createPurging(parts: PurgingParts): { routes: MountedRoute[]; service: Purging } {
  const service = createPurgingService(parts);
  return {
    service,
    routes: implement(contract, {
      library: async ({ viewer, params }) => ({ purged: await service.purgeLibrary(viewer, params.id) }),
      series: async ({ viewer, params }) => ({ purged: await service.purgeSeries(viewer, params.id) }),
    }),
  };
}

// Purges deleted books, and deletes those of removed libraries.
import { purging as contract } from '@lectern/contract/ingest/purging';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { createRetentionService, type RetentionDependencies, type RetentionService } from './service.ts';

export type { RetentionService };

export function createRetention(deps: RetentionDependencies) {
  const service = createRetentionService(deps);
  return {
    service,
    routes: implement(contract, {
      library: async ({ viewer, params }) => ({ purged: await service.purgeLibrary(viewer, params.id) }),
      series: async ({ viewer, params }) => ({ purged: await service.purgeSeries(viewer, params.id) }),
    }),
  };
}

// Settings of clients, stored per user: any JSON under a key.
import { preferences as contract } from '@lectern/contract/reading/own-shelves';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { createPreferenceService, type PreferenceService } from './service.ts';
import { createPreferenceStore } from './store.ts';

export type { PreferenceService };

export function createPreferences({ database, clock }: { database: Database; clock: Clock }) {
  const service = createPreferenceService(database, createPreferenceStore(database.db), clock);
  return {
    service,
    routes: implement(contract, {
      list: ({ viewer }) => service.list(viewer),
      merge: ({ viewer, body }) => service.merge(viewer, body),
      clear: ({ viewer }) => service.clear(viewer),
      get: ({ viewer, params }) => service.get(viewer, params.key),
      async set({ viewer, params, body }) {
        await service.merge(viewer, { [params.key]: body });
        return service.get(viewer, params.key);
      },
      remove: ({ viewer, params }) => service.remove(viewer, params.key),
    }),
  };
}

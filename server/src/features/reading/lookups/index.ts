// The dictionary and translation service that the administrator has configured for all users.
import { lookups as contract } from '@lectern/contract/reading/lookups';
import type { Config } from '#infrastructure/config/schema.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';

export const createLookups = ({
  config,
}: {
  config: Pick<Config, 'lookup'>;
}): { routes: MountedRoute[] } => ({
  routes: implement(contract, {
    get: () => ({
      dictionary: config.lookup.dictionary || null,
      translation: config.lookup.translation || null,
    }),
  }),
});

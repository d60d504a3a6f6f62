// Signing in by OpenID Connect. Sessions are features/auth's, accounts features/users'.
import type { ExternalAccounts } from '#features/identity/users/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createFlows } from './flows.ts';
import { createPeople } from './people.ts';
import { createProviderClient } from './provider-client.ts';
import { createOidcRoutes } from './routes.ts';
import { createOidcService, type OidcDependencies } from './service.ts';

export interface OidcFeatureDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  external: ExternalAccounts;
  auth: OidcDependencies['auth'];
}

export function createOidc(deps: OidcFeatureDependencies): { routes: MountedRoute[] } {
  const { config, database, clock, log, external, auth } = deps;
  const flows = createFlows({ config, db: database.db, clock });
  const people = createPeople({ external, clock, registers: () => config.auth.registrationEnabled });
  const createClient = (provider: OidcProvider) => createProviderClient(provider, clock);
  return { routes: createOidcRoutes(createOidcService({ config, createClient, flows, people, auth, log })) };
}

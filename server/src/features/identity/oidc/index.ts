// Sign-in with OpenID Connect. Sessions are in ../auth, accounts in ../users.
import { oidc } from '@lectern/contract/identity/oidc';
import { Flows } from '#features/identity/redirects/index.ts';
import type { ExternalAccounts } from '#features/identity/users/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { OidcIdentityTable } from '#schema/tables/identity/oidc.ts';
import { People } from './people.ts';
import { ProviderClient } from './provider-client.ts';
import {
  beginSignIn,
  finishSignIn,
  listProviders,
  type OidcDependencies,
  type SessionStarter,
} from './service.ts';
import { findIdentity, insertIdentity } from './store.ts';

/** Links an account of an export to a provider. Returns false if the identity is already linked. */
export async function restoreIdentity(db: Db, row: OidcIdentityTable): Promise<boolean> {
  if (await findIdentity(db, row)) return false;
  await insertIdentity(db, row);
  return true;
}

export interface OidcFeatureDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  external: ExternalAccounts;
  auth: SessionStarter;
}

export function createOidc(parts: OidcFeatureDependencies): { routes: MountedRoute[] } {
  const { config, database, clock, log, external, auth } = parts;
  const { publicUrl, providers } = config.auth.oidc;
  const deps: OidcDependencies = {
    basePath: config.server.basePath,
    publicUrl,
    providers: new Map(
      providers.map((provider) => [provider.id, { provider, client: new ProviderClient(provider, clock) }]),
    ),
    flows: new Flows(
      { config, db: database.db, clock },
      { cookieName: 'lectern_oidc', path: '/api/v1/auth/oidc' },
    ),
    people: new People({ external, clock, registers: () => config.auth.registrationEnabled }),
    auth,
    log,
  };
  const routes = implement(oidc, {
    listProviders: () => listProviders(deps),
    login: ({ params, body, ...visit }) =>
      beginSignIn(deps, { id: params.provider, redirectTo: body?.redirectTo ?? '/' }, visit),
    callback: ({ params, query, ...visit }) =>
      finishSignIn(deps, { id: params.provider, callback: query }, visit),
  });
  return { routes };
}

// Sign-in with OpenID Connect. Sessions are in ../auth, accounts in ../users.
import { oidc } from '@lectern/contract/identity/oidc';
import type { Auth } from '#features/identity/auth/index.ts';
import type { BrowserAccounts } from '#features/identity/browser-accounts/index.ts';
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
import { OidcSignIn } from './service.ts';
import { findIdentity, insertIdentity } from './store.ts';

/** Links an account of an export to a provider. Returns false if the identity is already linked. */
export async function restoreIdentity(db: Db, row: OidcIdentityTable): Promise<boolean> {
  if (await findIdentity(db, row)) return false;
  await insertIdentity(db, row);
  return true;
}

interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  external: ExternalAccounts;
  /** Starts the session of a user whom a provider has signed in. */
  startSession: Auth['startSession'];
  browser: BrowserAccounts;
}

export function createOidc(deps: Dependencies): { routes: MountedRoute[] } {
  const { config, database, clock, log, external, startSession, browser } = deps;
  const { publicUrl, providers } = config.auth.oidc;
  const signIn = new OidcSignIn({
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
    startSession,
    browser,
    log,
  });
  const routes = implement(oidc, {
    listProviders: () => signIn.listProviders(),
    login: ({ params, body, ...visit }) =>
      signIn.begin({ id: params.provider, redirectTo: body?.redirectTo ?? '/' }, visit),
    callback: ({ params, query, ...visit }) => signIn.finish({ id: params.provider, callback: query }, visit),
  });
  return { routes };
}

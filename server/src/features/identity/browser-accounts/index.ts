// Accounts that are signed in in one browser, for the web client.
import { browserAccounts } from '@lectern/contract/browser-accounts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { createOtherAccounts, type Visit } from './other-accounts.ts';
import { createRefreshCookies } from './refresh-cookies.ts';
import { type BrowserAccounts, createBrowserAccounts } from './service.ts';

export type { BrowserAccounts, Visit };

export interface BrowserAccountFeatureDependencies {
  config: Config;
  auth: Pick<Auth, 'signIn' | 'setup'>;
  accounts: Pick<Accounts, 'find'>;
  changes: Pick<IdentityChanges, 'onUserChanged'>;
  database: Pick<Database, 'db'>;
  clock: Clock;
}

export function createBrowserAccountFeature({
  config,
  auth,
  accounts,
  changes,
  database: { db },
  clock,
}: BrowserAccountFeatureDependencies): {
  routes: MountedRoute[];
  service: BrowserAccounts;
} {
  const cookies = createRefreshCookies(config);
  const otherAccounts = createOtherAccounts({ db, auth, accounts, cookies, clock });
  changes.onUserChanged(otherAccounts.limitsChanged);
  const service = createBrowserAccounts({ auth, cookies, otherAccounts });
  const routes = implement(browserAccounts, {
    login: ({ body, ...visit }) => service.login(body.username, body.password, visit),
    register: ({ body, ...visit }) => service.register(body, visit),
    initialize: ({ body, ...visit }) => service.initialize(body, visit),
    adopt: ({ body, ...visit }) => service.adopt(body.refreshToken, visit),
    resume: ({ body, ...visit }) => service.resume(body.userId, visit),
    forget: ({ body, ...visit }) => service.forget(body.userId, visit),
  });
  return { routes, service };
}

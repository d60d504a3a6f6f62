// Several accounts that are signed in in one browser, for the web client.
import { browserAccounts } from '@lectern/contract/identity/browser-accounts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { OtherAccounts, type Visit } from './other-accounts.ts';
import { RefreshCookies } from './refresh-cookies.ts';
import { type BrowserAccounts, forget, resume, signInHere, toBrowser } from './service.ts';

export type { BrowserAccounts, Visit };

export interface BrowserAccountFeatureDependencies {
  config: Config;
  auth: Auth;
  accounts: Accounts;
  changes: IdentityChanges;
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
  const cookies = new RefreshCookies(config);
  const otherAccounts = new OtherAccounts({ db, auth, accounts, cookies, clock });
  changes.onUserChanged((userId) => otherAccounts.limitsChanged(userId));
  const deps = { auth, cookies, otherAccounts };
  const routes = implement(browserAccounts, {
    login: ({ body, ...visit }) =>
      signInHere(deps, visit, () => auth.signIn.login(body.username, body.password, visit.request)),
    register: ({ body, ...visit }) =>
      signInHere(deps, visit, () => auth.signIn.register(body, visit.request)),
    initialize: ({ body, ...visit }) =>
      signInHere(deps, visit, () => auth.setup.initialize(body, visit.request)),
    resume: ({ body, ...visit }) => resume(deps, body.userId, visit),
    forget: ({ body, ...visit }) => forget(deps, body.userId, visit),
  });
  const service: BrowserAccounts = {
    toBrowser: (given, visit, browserId) => toBrowser(deps, given, visit, browserId),
    findBrowser: (visit) => otherAccounts.findBrowser(visit),
  };
  return { routes, service };
}

// Several accounts that are signed in in one browser, for the web client.
import { browserAccounts } from '@lectern/contract/identity/browser-accounts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Invitations } from '#features/identity/invitations/index.ts';
import type { ProfilePins } from '#features/identity/profile-pins/index.ts';
import type { QuickConnects } from '#features/identity/quick-connect/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { OtherAccounts, type Visit } from './other-accounts.ts';
import { RefreshCookies } from './refresh-cookies.ts';
import { BrowserAccounts } from './service.ts';

export type { BrowserAccounts, Visit };

export interface BrowserAccountFeatureDependencies {
  config: Config;
  auth: Auth;
  accounts: Accounts;
  invitations: Invitations;
  quickConnects: QuickConnects;
  pins: ProfilePins;
  changes: IdentityChanges;
  database: Pick<Database, 'db'>;
  clock: Clock;
}

export function createBrowserAccountFeature(deps: BrowserAccountFeatureDependencies) {
  const { config, auth, accounts, invitations, quickConnects, pins, changes, database, clock } = deps;
  const cookies = new RefreshCookies(config);
  const otherAccounts = new OtherAccounts({ db: database.db, auth, accounts, cookies, pins, clock });
  changes.onUserChanged((userId) => otherAccounts.limitsChanged(userId));
  const service = new BrowserAccounts({ auth, cookies, otherAccounts, pins });
  const routes = implement(browserAccounts, {
    login: ({ body, ...visit }) =>
      service.signInHere(visit, () => auth.signIn.login(body.username, body.password, visit.request)),
    register: ({ body, ...visit }) =>
      service.signInHere(visit, () => auth.signIn.register(body, visit.request)),
    join: ({ body, ...visit }) => service.signInHere(visit, () => invitations.join(body, visit.request)),
    device: ({ body, ...visit }) =>
      service.collectHere(visit, () => quickConnects.collect(body.secret, visit.request, 'session')),
    initialize: ({ body, ...visit }) =>
      service.signInHere(visit, () => auth.setup.initialize(body, visit.request)),
    resume: ({ body, ...visit }) => service.resume(body.userId, visit),
    lock: (visit) => service.lock(visit),
    unlock: ({ body, ...visit }) => service.unlock(body, visit),
    getPin: ({ viewer }) => pins.status(viewer),
    setPin: ({ viewer, body, request }) => pins.set(viewer, body, request),
    forget: ({ body, ...visit }) => service.forget(body.userId, visit),
  });
  return { routes, service };
}

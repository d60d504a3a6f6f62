// Accounts that are signed in in one browser, for the web client.
import { browserAccounts } from '@lectern/contract/browser-accounts';
import type { Config } from '#kernel/config/schema.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { createRefreshCookies } from './refresh-cookies.ts';
import { type BrowserAccountParts, type BrowserAccounts, createBrowserAccounts } from './service.ts';

export type { BrowserAccounts };

export interface BrowserAccountFeatureParts extends Omit<BrowserAccountParts, 'cookies'> {
  config: Config;
}

export function createBrowserAccountFeature({ config, ...parts }: BrowserAccountFeatureParts): {
  routes: MountedRoute[];
  service: BrowserAccounts;
} {
  const service = createBrowserAccounts({ ...parts, cookies: createRefreshCookies(config) });
  const routes = implement(browserAccounts, {
    login: ({ body, request }) => service.login(body.username, body.password, request),
    register: ({ body, request }) => service.register(body, request),
    initialize: ({ body, request }) => service.initialize(body, request),
    adopt: ({ body, request }) => service.adopt(body.refreshToken, request),
    resume: ({ body, request }) => service.resume(body.userId, request),
    forget: ({ viewer, body, request }) => service.forget(viewer, body.userId, request),
  });
  return { routes, service };
}

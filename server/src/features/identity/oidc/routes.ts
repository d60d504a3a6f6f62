// The routes of sign-in providers.
import { oidc } from '@lectern/contract/oidc';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { OidcService } from './service.ts';

export const createOidcRoutes = (service: OidcService): MountedRoute[] =>
  implement(oidc, {
    listProviders: () => service.list(),
    login: ({ params, body, ...visit }) => service.begin(params.provider, body?.redirectTo ?? '/', visit),
    callback: ({ params, query, ...visit }) => service.finish(params.provider, query, visit),
  });

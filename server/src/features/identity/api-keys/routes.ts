// The routes of API keys.
import { apiKeys } from '@lectern/contract/identity/api-keys';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { ApiKeyService } from './service.ts';

/** Only this response contains the secret, so no proxy may cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export const createApiKeyRoutes = (service: ApiKeyService): MountedRoute[] =>
  implement(apiKeys, {
    list: ({ viewer, query, request }) => service.list(viewer, query, request.url),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), once),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
  });

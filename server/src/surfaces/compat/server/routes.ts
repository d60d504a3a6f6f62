// Server settings and pending tasks, for administrators.
import { empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { invalid } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery, read } from '../lists/descriptions.ts';

const source = <T extends z.ZodType>(value: T) =>
  z.object({
    configurationSource: value.nullable(),
    databaseSource: value.nullable(),
    effectiveValue: value.nullable(),
  });

const thumbnailSizes = ['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE'] as const;

const contract = routes('Compatible server', 'Server administration for apps made for another server.', {
  settings: read(
    '/api/v1/settings',
    'settings:read',
    z.object({
      deleteEmptyCollections: z.boolean(),
      deleteEmptyReadLists: z.boolean(),
      rememberMeDurationDays: z.int(),
      thumbnailSize: z.enum(thumbnailSizes),
      taskPoolSize: z.int(),
      serverPort: source(z.int()),
      serverContextPath: source(z.string()),
      koboProxy: z.boolean(),
      koboPort: z.int().nullable(),
      kepubifyPath: source(z.string()),
    }),
  ),
  changeSettings: {
    method: 'PATCH',
    path: '/{prefix}/api/v1/settings',
    summary: '',
    access: 'settings:write',
    body: z.object({
      deleteEmptyCollections: z.boolean().nullish(),
      deleteEmptyReadLists: z.boolean().nullish(),
      rememberMeDurationDays: z.int().nullish(),
      renewRememberMeKey: z.boolean().nullish(),
      thumbnailSize: z.enum(thumbnailSizes).nullish(),
      taskPoolSize: z.int().nullish(),
      serverPort: z.int().nullish(),
      serverContextPath: z.string().nullish(),
    }),
    answers: { 204: empty() },
  },
  cancelTasks: {
    method: 'DELETE',
    path: '/{prefix}/api/v1/tasks',
    summary: '',
    access: 'tasks:write',
    query: anyQuery,
    answers: { 200: json(z.int()) },
  },
});

const atOnce = { page: 1, pageSize: 500, status: 'pending' } as const;
const maxRounds = 20;

export function createServerRoutes({ tasks, config }: CompatDependencies): MountedRoute[] {
  return implement(contract, {
    settings: () => ({
      deleteEmptyCollections: false,
      deleteEmptyReadLists: false,
      rememberMeDurationDays: config.auth.refreshTokenDays,
      thumbnailSize: 'DEFAULT' as const,
      taskPoolSize: 1,
      serverPort: toSource(config.server.port),
      serverContextPath: toSource(config.server.basePath),
      // The store of Kobo is not forwarded, and KEPUBs are made without another program.
      koboProxy: false,
      koboPort: null,
      kepubifyPath: toSource(null),
    }),
    /**
     * This server has none of these settings. Changes are ignored, except those that end or shorten sign-ins, because
     * ignoring them would leave users signed in.
     */
    changeSettings({ body: { renewRememberMeKey, rememberMeDurationDays: days } }) {
      if (renewRememberMeKey === true)
        throw invalid({
          path: 'body.renewRememberMeKey',
          message: 'End the sessions of each account instead',
        });
      if (typeof days === 'number' && days !== config.auth.refreshTokenDays)
        throw invalid({
          path: 'body.rememberMeDurationDays',
          message: 'Change auth.refresh_token_days in the configuration instead',
        });
    },
    async cancelTasks({ viewer }) {
      let cancelled = 0;
      for (let round = 0; round < maxRounds; round++) {
        const { rows } = await tasks.list(viewer, atOnce);
        // A task that has started meanwhile is not canceled.
        const ended = await Promise.allSettled(rows.map(({ id }) => tasks.cancel(viewer, id)));
        const done = ended.filter(({ status }) => status === 'fulfilled').length;
        cancelled += done;
        if (done === 0) break;
      }
      return cancelled;
    },
  });
}

const toSource = <T>(value: T) => ({
  configurationSource: value,
  databaseSource: null,
  effectiveValue: value,
});

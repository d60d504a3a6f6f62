// API keys: a user's own, and every user's for administrators.
import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { permissionSchema } from './permissions.ts';
import { empty, json, routes } from './route.ts';

export const apiKeySchema = z
  .object({
    id,
    userId: id,
    name: z.string(),
    keyPrefix: z.string().meta({ description: 'The first characters of the key, to recognise it by.' }),
    permissions: z.array(permissionSchema),
    isActive: z.boolean(),
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

const name = z.string().trim().min(1).max(100);
const expiry = z.iso
  .datetime({ offset: true })
  .nullable()
  .meta({ description: 'A moment that is still to come; null for no end.' });

export const createApiKeySchema = z
  .object({
    name,
    permissions: z.array(permissionSchema).max(64).optional().meta({
      description:
        "What the key may do, never more than its owner at the time of use. Absent: all the owner's.",
    }),
    expiresAt: expiry.optional(),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const updateApiKeySchema = z
  .object({
    name: name.optional(),
    permissions: z.array(permissionSchema).max(64).optional(),
    isActive: z.boolean().optional(),
    expiresAt: expiry.optional(),
  })
  .meta({ id: 'UpdateApiKey' });
export type UpdateApiKey = z.infer<typeof updateApiKeySchema>;

export const createdApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The secret, shown this once.' }) })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

export const apiKeys = routes('API keys', 'Keys for programs, sent as X-API-Key.', {
  list: {
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'List the own keys',
    description: 'An administrator may name another user in `userId`, or `all`.',
    access: 'api-keys:read',
    query: pageQuery.extend({ userId: z.union([id, z.literal('all')]).optional() }),
    answers: { 200: json(paginated(apiKeySchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/api-keys',
    summary: 'Create a key',
    description: 'At most 500 for each user.',
    access: 'api-keys:write',
    body: createApiKeySchema,
    answers: { 201: json(createdApiKeySchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/api-keys/{id}',
    summary: 'One key, without its secret',
    access: 'api-keys:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(apiKeySchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/api-keys/{id}',
    summary: 'Rename, limit, disable or expire a key',
    description:
      'A key of somebody else can only be given fewer permissions or an earlier end, or disabled, with `users:write` and by a caller who may do all that its owner may, and more, or who is an administrator.',
    access: 'api-keys:write',
    params: idParams,
    body: updateApiKeySchema,
    answers: { 200: json(apiKeySchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}',
    summary: 'Delete a key',
    description: 'That of somebody else as for changing it.',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

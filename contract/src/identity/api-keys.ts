// API keys of the caller, and of all users for administrators.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { permissionSchema } from './permissions.ts';

export const apiKeySchema = z
  .object({
    id,
    userId: id,
    name: z.string(),
    keyPrefix: z.string().meta({ description: 'First characters of the key, for identification.' }),
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
  .meta({ description: 'Expiry time in the future. Null if the key does not expire.' });

export const createApiKeySchema = z
  .object({
    name,
    permissions: z.array(permissionSchema).max(64).optional().meta({
      description:
        'Permissions of the key, limited to those of its owner at the time of use. If omitted, the key has all permissions of its owner.',
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
  .extend({ key: z.string().meta({ description: 'Secret. Returned only in this response.' }) })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

export const apiKeys = routes('API keys', 'Keys for programs, sent in the header `X-API-Key`.', {
  list: {
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'List API keys',
    description:
      'Returns the keys of the caller. Administrators can list the keys of another user with `userId`, or all keys with `userId=all`.',
    access: 'api-keys:read',
    query: pageQuery.extend({ userId: z.union([id, z.literal('all')]).optional() }),
    answers: { 200: json(paginated(apiKeySchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/api-keys',
    summary: 'Create an API key',
    description:
      'Returns the secret, which cannot be retrieved later. Returns 409 if the user has 500 keys, and 403 for an API key, which the new key would outlive.',
    access: 'api-keys:write',
    body: createApiKeySchema,
    answers: { 201: json(createdApiKeySchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/api-keys/{id}',
    summary: 'Get an API key',
    description: 'Returns the key without its secret.',
    access: 'api-keys:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(apiKeySchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/api-keys/{id}',
    summary: 'Change an API key',
    description:
      "Renames, restricts, disables or expires a key. For another user's key, the caller needs `users:write` and more permissions than its owner, or must be an administrator, and can only reduce permissions, shorten the lifetime or disable the key. The same limits apply to an API key, except for the name, and it must have the permissions of the key and end no earlier.",
    access: 'api-keys:write',
    params: idParams,
    body: updateApiKeySchema,
    answers: { 200: json(apiKeySchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}',
    summary: 'Delete an API key',
    description:
      "The key stops working immediately. Deleting another user's key has the same requirements as changing it.",
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

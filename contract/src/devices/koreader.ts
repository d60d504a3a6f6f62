// Passwords for KOReader progress sync. The sync protocol itself is not part of this API.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';

/** Limit for each user. */
export const maxKoreaderPasswords = 20;

export const koreaderPasswordSchema = z
  .object({ id, name: z.string(), lastUsedAt: time.nullable(), createdAt: time })
  .meta({ id: 'KoreaderPassword' });
export type KoreaderPassword = z.infer<typeof koreaderPasswordSchema>;

export const createKoreaderPasswordSchema = z
  .object({ name: z.string().trim().min(1).max(100) })
  .meta({ id: 'CreateKoreaderPassword' });

export const createdKoreaderPasswordSchema = koreaderPasswordSchema
  .extend({
    username: z.string().meta({ description: 'User name of the account, to be entered on the device.' }),
    password: z
      .string()
      .meta({ description: 'Password to be entered on the device. Returned only in this response.' }),
    server: z.string().meta({ description: 'Address of the custom sync server.' }),
  })
  .meta({ id: 'CreatedKoreaderPassword' });
export type CreatedKoreaderPassword = z.infer<typeof createdKoreaderPasswordSchema>;

const onlyPeople = 'Not available to API keys.';

export const koreader = routes('KOReader', 'Passwords for KOReader progress sync.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/koreader',
    summary: 'List your KOReader passwords',
    description: 'Returns the entries without their passwords.',
    access: 'api-keys:read',
    answers: { 200: json(z.array(koreaderPasswordSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/user/koreader',
    summary: 'Create a KOReader password',
    description: `${onlyPeople} Limited to ${maxKoreaderPasswords} for each user; returns 409 beyond it. An API key can also be used as the password on a device, with any user name.`,
    access: 'api-keys:write',
    body: createKoreaderPasswordSchema,
    answers: { 201: json(createdKoreaderPasswordSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/koreader/{id}',
    summary: 'Revoke a KOReader password',
    description: 'The device can no longer sync.',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

// Passwords for KOReader's progress sync, whose calls are no part of this API.
import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import { empty, json, routes } from './route.ts';

/** Of one user. */
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
    username: z.string().meta({ description: "The account's own name, to be typed on the device." }),
    password: z.string().meta({ description: 'To be typed on the device; shown this once.' }),
    server: z.string().meta({ description: 'The address of the custom sync server.' }),
  })
  .meta({ id: 'CreatedKoreaderPassword' });
export type CreatedKoreaderPassword = z.infer<typeof createdKoreaderPasswordSchema>;

const onlyPeople = 'Only for people who are signed in: an API key makes no further credentials of this kind.';

export const koreader = routes('KOReader', "Passwords for KOReader's progress sync.", {
  list: {
    method: 'GET',
    path: '/api/v1/user/koreader',
    summary: "The caller's KOReader passwords, without the secrets",
    access: 'api-keys:read',
    answers: { 200: json(z.array(koreaderPasswordSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/user/koreader',
    summary: 'Make a password for a device',
    description: `${onlyPeople} At most ${maxKoreaderPasswords} for each user. An API key works as a password on the device, too, with any user name.`,
    access: 'api-keys:write',
    body: createKoreaderPasswordSchema,
    answers: { 201: json(createdKoreaderPasswordSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/koreader/{id}',
    summary: 'Revoke a password',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

// Kobo e-readers of a user: their tokens and what they hold. Their own calls are no part of this API.
import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import { empty, json, routes } from './route.ts';
import { koboScopeKinds } from './values.ts';

/** Of one user. */
export const maxKoboDevices = 20;

export const koboScopeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('everything') }),
    z.object({ kind: z.enum(koboScopeKinds), id }),
  ])
  .meta({
    id: 'KoboScope',
    description:
      "What the device holds: every EPUB that the caller sees, or those of a collection, a read list or one of the caller's presets.",
  });
export type KoboScope = z.infer<typeof koboScopeSchema>;

export const koboDeviceSchema = z
  .object({
    id,
    name: z.string(),
    scope: koboScopeSchema,
    bookCount: z.int().meta({ description: 'How many books the device is known to have.' }),
    lastSyncedAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'KoboDevice' });
export type KoboDevice = z.infer<typeof koboDeviceSchema>;

export const createKoboDeviceSchema = z
  .object({ name: z.string().trim().min(1).max(100), scope: koboScopeSchema.default({ kind: 'everything' }) })
  .meta({ id: 'CreateKoboDevice' });
export type CreateKoboDevice = z.infer<typeof createKoboDeviceSchema>;

export const createdKoboDeviceSchema = koboDeviceSchema
  .extend({
    token: z.string().meta({ description: 'The secret, shown this once.' }),
    apiEndpoint: z.string().meta({
      description: 'What `api_endpoint` is set to in `.kobo/Kobo/Kobo eReader.conf` on the device.',
    }),
  })
  .meta({ id: 'CreatedKoboDevice' });
export type CreatedKoboDevice = z.infer<typeof createdKoboDeviceSchema>;

export const kobo = routes('Kobo', 'Kobo e-readers that sync with this server.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/kobo',
    summary: "The caller's devices, without their tokens",
    access: 'api-keys:read',
    answers: { 200: json(z.array(koboDeviceSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/user/kobo',
    summary: 'Make a token for a device',
    description: `Only for people who are signed in: an API key makes no further credentials of this kind. At most ${maxKoboDevices} for each user. Only EPUBs are synced: the device reads neither comics nor PDFs from its library.`,
    access: 'api-keys:write',
    body: createKoboDeviceSchema,
    answers: { 201: json(createdKoboDeviceSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/kobo/{id}',
    summary: 'Revoke a token',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
  resync: {
    method: 'POST',
    path: '/api/v1/user/kobo/{id}/resync',
    summary: 'Tell the device of everything again',
    description: 'With its next sync; books that were taken off it come back.',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

// Kobo e-readers of a user: tokens and synchronized books. The sync protocol itself is not part of this API.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { koboScopeKinds } from '../values.ts';

/** Limit for each user. */
export const maxKoboDevices = 20;

export const koboScopeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('everything') }),
    z.object({ kind: z.enum(koboScopeKinds), id }),
  ])
  .meta({
    id: 'KoboScope',
    description:
      'Books on the device: all EPUBs that the caller can access, or those of a collection, a read list or a filter preset.',
  });
export type KoboScope = z.infer<typeof koboScopeSchema>;

export const koboDeviceSchema = z
  .object({
    id,
    name: z.string(),
    scope: koboScopeSchema,
    bookCount: z.int().meta({ description: 'Number of books known to be on the device.' }),
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
    token: z.string().meta({ description: 'Secret. Returned only in this response.' }),
    apiEndpoint: z.string().meta({
      description: 'Value of `api_endpoint` in `.kobo/Kobo/Kobo eReader.conf` on the device.',
    }),
  })
  .meta({ id: 'CreatedKoboDevice' });
export type CreatedKoboDevice = z.infer<typeof createdKoboDeviceSchema>;

export const kobo = routes('Kobo', 'Kobo e-readers that sync with this server.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/kobo',
    summary: 'List your Kobo devices',
    description: 'Returns the devices without their tokens.',
    access: 'api-keys:read',
    answers: { 200: json(z.array(koboDeviceSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/user/kobo',
    summary: 'Create a Kobo device token',
    description: `Returns the token, which cannot be retrieved later. Not available to API keys. Limited to ${maxKoboDevices} for each user; returns 409 beyond it. Only EPUBs are synced, because the device does not read comics or PDFs from its library.`,
    access: 'api-keys:write',
    body: createKoboDeviceSchema,
    answers: { 201: json(createdKoboDeviceSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/kobo/{id}',
    summary: 'Revoke a Kobo device token',
    description: 'The device can no longer sync. Books on the device are kept.',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
  resync: {
    method: 'POST',
    path: '/api/v1/user/kobo/{id}/resync',
    summary: 'Resync a Kobo device',
    description: 'Sends all books again at the next sync, including books that were removed on the device.',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

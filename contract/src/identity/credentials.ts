// Credentials of programs and devices, for user administrators.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { credentialKinds } from '../values.ts';

export const credentialSchema = z
  .object({
    id,
    kind: z.enum(credentialKinds).meta({
      description: 'Type of the credential: API key, KOReader password or Kobo token.',
    }),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Credential' });
export type Credential = z.infer<typeof credentialSchema>;

const onlyBelow =
  'Limited to accounts with fewer permissions than the caller. Administrators can access all accounts.';

export const credentials = routes('Credentials', 'API keys and device tokens of an account.', {
  list: {
    method: 'GET',
    path: '/api/v1/users/{id}/credentials',
    summary: 'List the credentials of a user',
    description: onlyBelow,
    access: 'users:write',
    params: idParams,
    answers: { 200: json(z.array(credentialSchema)) },
  },
  end: {
    method: 'DELETE',
    path: '/api/v1/users/{id}/credentials/{credentialId}',
    summary: 'Revoke a credential',
    description: onlyBelow,
    access: 'users:write',
    params: idParams.extend({ credentialId: id }),
    answers: { 204: empty() },
  },
  endAll: {
    method: 'DELETE',
    path: '/api/v1/users/{id}/credentials',
    summary: 'Revoke all credentials and sessions of a user',
    description: onlyBelow,
    access: 'users:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

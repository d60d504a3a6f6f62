// What others have handed to programs and devices, for whoever manages accounts.
import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import { empty, json, routes } from './route.ts';
import { credentialKinds } from './values.ts';

export const credentialSchema = z
  .object({
    id,
    kind: z.enum(credentialKinds).meta({
      description: 'An API key, a KOReader password, or the token of a Kobo.',
    }),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Credential' });
export type Credential = z.infer<typeof credentialSchema>;

const onlyBelow = "Only of accounts whose rights are fewer than the caller's; administrators, of all.";

export const credentials = routes('Credentials', 'Keys and device tokens of an account.', {
  list: {
    method: 'GET',
    path: '/api/v1/users/{id}/credentials',
    summary: 'The API keys, KOReader passwords and Kobo tokens of a user, without the secrets',
    description: onlyBelow,
    access: 'users:write',
    params: idParams,
    answers: { 200: json(z.array(credentialSchema)) },
  },
  end: {
    method: 'DELETE',
    path: '/api/v1/users/{id}/credentials/{credentialId}',
    summary: 'End one of them, at once and for good',
    description: onlyBelow,
    access: 'users:write',
    params: idParams.extend({ credentialId: id }),
    answers: { 204: empty() },
  },
  endAll: {
    method: 'DELETE',
    path: '/api/v1/users/{id}/credentials',
    summary: 'End all of them and sign the user out everywhere',
    description: onlyBelow,
    access: 'users:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

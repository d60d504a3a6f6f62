// Links by which a user sets a new password.
import { z } from 'zod';
import { idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { passwordSchema } from './auth.ts';
import { linkSecretSchema } from './invitations.ts';

export const maxResetHours = 7 * 24;

export const createdPasswordResetSchema = z
  .object({
    secret: z.string().meta({
      description: 'Returned only once. The link is the address of the server with `/reset#` and this text.',
    }),
    expiresAt: time,
  })
  .meta({ id: 'CreatedPasswordReset' });
export type CreatedPasswordReset = z.infer<typeof createdPasswordResetSchema>;

const refusals =
  'Returns 410 if the link has expired or was used, if a newer link or password exists, or if its creator may no longer change the account.';

export const passwordResets = routes('Password resets', 'Links by which a user sets a new password.', {
  create: {
    method: 'POST',
    path: '/api/v1/users/{id}/password-reset',
    summary: 'Create a password reset link',
    description:
      'The link works once. It replaces an earlier link of the user, and ends when their password changes. Has the same requirements as changing a user. Returns 403 for an API key, because the password would outlive the key, and 409 if the account is disabled.',
    access: 'users:write',
    params: idParams,
    body: z.object({
      expiresInHours: z.int().min(1).max(maxResetHours).default(24),
    }),
    answers: { 201: json(createdPasswordResetSchema) },
    errors: ['conflict'],
  },
  check: {
    method: 'POST',
    path: '/api/v1/auth/password-reset/check',
    summary: 'Check a password reset link',
    description: `Returns the user name. Changes nothing. ${refusals}`,
    access: 'anyone',
    body: z.object({ secret: linkSecretSchema }),
    answers: { 200: json(z.object({ username: z.string(), expiresAt: time })) },
    errors: ['gone'],
  },
  use: {
    method: 'POST',
    path: '/api/v1/auth/password-reset',
    summary: 'Set a new password by a link',
    description: `Ends all sessions of the user. API keys and devices keep their access. Does not sign in. ${refusals}`,
    access: 'anyone',
    body: z.object({ secret: linkSecretSchema, password: passwordSchema }),
    answers: { 204: empty() },
    errors: ['gone'],
  },
});

// Links by which a user sets a new password.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { languageSchema, passwordSchema } from './auth.ts';
import { linkSecretSchema } from './invitations.ts';

export const maxResetHours = 7 * 24;

const messageLanguage = languageSchema.optional().meta({
  description: 'Language of the message if the account has none.',
});

export const createdPasswordResetSchema = z
  .object({
    secret: z.string().meta({
      description: 'Returned only once. The link is the address of the server with `/reset#` and this text.',
    }),
    expiresAt: time,
    mailError: reasonSchema.nullable().meta({
      description: 'Why the message was not sent. Null if it was sent or not requested.',
    }),
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
      'The link works once. It replaces an earlier link of the user, and ends when their password changes. Has the same requirements as changing a user. Returns 403 for an API key, because the password would outlive the key, and 409 if the account is disabled, or if `sendMail` is true and no link can be mailed.',
    access: 'users:write',
    params: idParams,
    body: z.object({
      expiresInHours: z.int().min(1).max(maxResetHours).default(24),
      sendMail: z.boolean().default(false).meta({
        description: 'Also sends the link to the e-mail address of the account.',
      }),
      language: messageLanguage,
    }),
    answers: { 201: json(createdPasswordResetSchema) },
    errors: ['conflict'],
  },
  request: {
    method: 'POST',
    path: '/api/v1/auth/password-reset/request',
    summary: 'Request a password reset link by e-mail',
    description:
      'Sends a link that works once, for 30 minutes, to the address of the account. The response does not show whether the account exists. An account receives a link at most every 20 minutes, and none while a link of an administrator works. Accounts without a password receive none. Returns 403 if links are not sent by e-mail.',
    access: 'anyone',
    body: z.object({
      login: z.string().min(1).max(254).meta({ description: 'User name or e-mail address.' }),
      language: messageLanguage,
    }),
    answers: { 202: empty('The link is sent if the account can receive one') },
    errors: ['forbidden'],
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

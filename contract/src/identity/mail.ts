// The mail server through which messages to users are sent.
import { z } from 'zod';
import { time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { emailSchema, languageSchema } from './auth.ts';

export const mailSecurities = ['tls', 'starttls'] as const;

const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9._:-]+$/, 'Enter a host name or an IP address.')
  .meta({ description: 'Host name or IP address. The certificate of the mail server must be valid for it.' });

const fields = {
  host,
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities).meta({
    description:
      'Encryption: `tls` from the start (usually port 465), or `starttls` (usually port 587). Unencrypted connections are not supported.',
  }),
  username: z
    .string()
    .trim()
    .max(254)
    .nullable()
    .meta({ description: 'User name at the mail server. Null if it requires no sign-in.' }),
  fromAddress: emailSchema.meta({ description: 'Sender address.' }),
  fromName: z.string().trim().max(100).meta({ description: 'Sender name.' }),
};

export const mailServerSchema = z
  .object({
    ...fields,
    hasPassword: z.boolean().meta({
      description: 'Whether a usable password is stored. False after the secret of the server has changed.',
    }),
    updatedAt: time,
  })
  .meta({ id: 'MailServer' });
export type MailServer = z.infer<typeof mailServerSchema>;

export const mailStatusSchema = z
  .object({
    server: mailServerSchema.nullable().meta({ description: 'Null if no mail server is set.' }),
    publicUrl: z.string().nullable().meta({
      description:
        'Address of links in messages: `server.public_url` of the configuration. Without it, no links are mailed.',
    }),
  })
  .meta({ id: 'MailStatus' });
export type MailStatus = z.infer<typeof mailStatusSchema>;

export const setMailServerSchema = z
  .object({
    ...fields,
    password: z.string().max(1024).optional().meta({
      description:
        'Stored encrypted. If omitted, the stored password is kept; it must be entered again if the host, port or user name changes.',
    }),
  })
  .meta({ id: 'SetMailServer' });
export type SetMailServer = z.infer<typeof setMailServerSchema>;

const forAdministrators =
  'Only for administrators with a session: links that set passwords are sent through the mail server.';

export const mail = routes('Mail', 'The mail server through which messages to users are sent.', {
  get: {
    method: 'GET',
    path: '/api/v1/admin/mail',
    summary: 'Get the mail server',
    description: 'Never returns the password.',
    access: 'system:admin',
    answers: { 200: json(mailStatusSchema) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/admin/mail',
    summary: 'Set the mail server',
    description: `Does not connect; use the test for that. Returns 400 if the password must be entered again. ${forAdministrators}`,
    access: 'system:admin',
    body: setMailServerSchema,
    answers: { 200: json(mailStatusSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/admin/mail',
    summary: 'Remove the mail server',
    description: `No more messages are sent. Also deletes the password. ${forAdministrators}`,
    access: 'system:admin',
    answers: { 204: empty() },
  },
  test: {
    method: 'POST',
    path: '/api/v1/admin/mail/test',
    summary: 'Send a test message',
    description: `Uses the stored mail server. Returns 502 with a \`reason\` if it cannot be reached or refuses the message, and 409 if none is set. ${forAdministrators}`,
    access: 'system:admin',
    body: z.object({ to: emailSchema, language: languageSchema.optional() }),
    answers: { 204: empty() },
    errors: ['conflict', 'mail_failed'],
  },
});

// Invitations: links that let a person create an account with a role and restrictions.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { id, idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { accountSchema, emailSchema, languageSchema, sessionSchema } from './auth.ts';
import { roleSchema } from './permissions.ts';
import { restrictionsSchema, setRestrictionsSchema } from './users.ts';

export const maxInvitationDays = 30;

/** Open invitations of a user. */
export const maxOpenInvitations = 100;

/** Entries of the list, newest first. */
export const maxInvitationsListed = 200;

const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;

/** The part of a link after `#`. */
export const linkSecretSchema = z.string().min(1).max(200).meta({
  description: 'The part of the link after `#`.',
});

const note = z.string().trim().max(200).meta({ description: 'Text for the list of invitations.' });

const language = languageSchema.meta({
  description: 'Language code of the page that the link opens, of the message, and of the new account.',
});

const person = z.object({ id, username: z.string() });

export const invitationSchema = z
  .object({
    id,
    state: z.enum(invitationStates),
    note: note.nullable(),
    email: emailSchema.nullable().meta({ description: 'Address to which the link was sent.' }),
    role: roleSchema,
    restrictions: restrictionsSchema.meta({
      description: 'Restrictions of the account. Libraries that are hidden from the caller are omitted.',
    }),
    language: language.nullable(),
    inviter: person.nullable().meta({ description: 'Null if the account was deleted.' }),
    account: person.nullable().meta({ description: 'The created account. Null if unused or deleted.' }),
    createdAt: time,
    expiresAt: time,
    usedAt: time.nullable(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

export const createInvitationSchema = z
  .object({
    role: roleSchema.default('reader'),
    restrictions: setRestrictionsSchema
      .optional()
      .meta({ description: 'Restrictions of the account. If omitted, those of the caller.' }),
    note: note.optional(),
    language: language.optional(),
    email: emailSchema.optional().meta({
      description: 'Sends the link to this address. Requires a mail server and `server.public_url`.',
    }),
    expiresInDays: z.int().min(1).max(maxInvitationDays).default(7),
  })
  .meta({ id: 'CreateInvitation' });
export type CreateInvitation = z.infer<typeof createInvitationSchema>;

export const createdInvitationSchema = invitationSchema
  .extend({
    secret: z.string().meta({
      description: 'Returned only once. The link is the address of the server with `/join#` and this text.',
    }),
    mailError: reasonSchema.nullable().meta({
      description: 'Why the message was not sent. Null if it was sent or not requested.',
    }),
  })
  .meta({ id: 'CreatedInvitation' });
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>;

export const openInvitationSchema = z
  .object({
    inviter: z.string().meta({ description: 'User name of the inviting user.' }),
    role: roleSchema,
    language: language.nullable(),
    expiresAt: time,
  })
  .meta({ id: 'OpenInvitation' });
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const joinSchema = accountSchema.extend({ secret: linkSecretSchema }).meta({ id: 'Join' });
export type Join = z.infer<typeof joinSchema>;

const refusals =
  'Returns 404 for an unknown secret, 410 with a `reason` if the invitation was used, revoked or has expired, or if its inviter may no longer grant the access, and 403 if invitations are turned off.';

export const invitations = routes('Invitations', 'Links that let a person create an account.', {
  list: {
    method: 'GET',
    path: '/api/v1/users/invitations',
    summary: 'List invitations',
    description: `Returns the caller's invitations, and for administrators those of all users, newest first, at most ${maxInvitationsListed}. Invitations are deleted 90 days after they expire.`,
    access: 'users:write',
    answers: { 200: json(z.array(invitationSchema).max(maxInvitationsListed)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/users/invitations',
    summary: 'Create an invitation',
    description: `The link creates one account. If it cannot be sent by e-mail, the invitation is created nevertheless. The same rules apply as for creating a user, both now and when the link is used. A user can have ${maxOpenInvitations} open invitations. Returns 403 for an API key, because the account would outlive the key, and if invitations are turned off, and 409 if \`email\` is given and no links can be mailed.`,
    access: 'users:write',
    body: createInvitationSchema,
    answers: { 201: json(createdInvitationSchema) },
    errors: ['conflict'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/users/invitations/{id}',
    summary: 'Revoke an invitation',
    description: 'The link stops working. An account that was created by it is not changed.',
    access: 'users:write',
    params: idParams,
    answers: { 204: empty() },
  },
  check: {
    method: 'POST',
    path: '/api/v1/auth/invitation/check',
    summary: 'Check an invitation',
    description: `Changes nothing. The secret is in the body, because addresses are logged. ${refusals}`,
    access: 'anyone',
    body: z.object({ secret: linkSecretSchema }),
    answers: { 200: json(openInvitationSchema) },
    errors: ['forbidden', 'not_found', 'gone'],
  },
  join: {
    method: 'POST',
    path: '/api/v1/auth/join',
    summary: 'Create an account by an invitation',
    description: `Creates the account and signs in. If two requests arrive concurrently, one succeeds. Returns 409 if the user name or e-mail address is taken. ${refusals}`,
    access: 'anyone',
    body: joinSchema,
    answers: { 201: json(sessionSchema) },
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict', 'gone'],
  },
});

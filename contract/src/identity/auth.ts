// Setup, sign-in and sign-out, and the account of the caller.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { permissionSchema, roleSchema } from './permissions.ts';

// Patterns stand in the API description: classes such as \p{Cc} are not known to the tools of many languages.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
export const noControls = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const emailForm = /^[^\s@\u0000-\u001f\u007f-\u009f]+@[^\s@\u0000-\u001f\u007f-\u009f]+$/;

export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(noControls, 'Control characters are not allowed.')
  .meta({ description: 'User name of 1 to 64 characters. Unique regardless of case.' });
export const emailSchema = z.string().trim().max(254).regex(emailForm, 'Enter a valid e-mail address.');
/** Accounts without an address have one that cannot exist (no-address.ts), because all clients expect a text. */
export const optionalEmailSchema = emailSchema.optional().meta({
  description:
    'E-mail address, unique regardless of case. If omitted, the account gets an unreachable address under `no-address.invalid`.',
});
/** Passwords are NFKC-normalized before hashing, so that equal input gives equal passwords on all devices. */
export const passwordSchema = z.string().min(8).max(1024);

/** Option of password changes. */
export const endEverythingSchema = z.boolean().meta({
  description: 'Whether to also revoke all API keys, KOReader passwords and Kobo tokens of the account.',
});

export const languageSchema = z.string().regex(/^[a-z]{2,3}$/, 'Enter a language code such as `en`.');

/** Fields of an account that the account itself and administrators see. */
export const accountFields = {
  id,
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  permissions: z
    .array(permissionSchema)
    .meta({ description: 'Permissions of the role and additional permissions.' }),
};

export const sessionUserSchema = z
  .object({
    ...accountFields,
    emailVerified: z.boolean(),
    language: languageSchema.nullable().meta({
      description: 'Language of the interface for this account. Null for that of the device.',
    }),
  })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const sessionSchema = z
  .object({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
    refreshToken: z.string(),
    user: sessionUserSchema,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

export const accountSchema = z
  .object({ username: usernameSchema, email: optionalEmailSchema, password: passwordSchema })
  .meta({ id: 'NewAccount' });
export type NewAccount = z.infer<typeof accountSchema>;

const setupStatusSchema = z
  .object({
    setupRequired: z.boolean(),
    hasUsers: z.boolean(),
    registrationEnabled: z.boolean(),
    invitationsEnabled: z.boolean(),
    quickConnectEnabled: z.boolean(),
    mailEnabled: z.boolean().meta({ description: 'Whether links can be sent by e-mail.' }),
    passwordResetByMail: z.boolean().meta({
      description: 'Whether users can request a link by e-mail that sets a new password.',
    }),
    setupCodeRequired: z.boolean().optional().meta({
      description: 'True if `initialize` requires `setupCode` from this caller. Otherwise absent.',
    }),
  })
  .meta({ id: 'SetupStatus' });

export const currentUserSchema = sessionUserSchema
  .extend({ createdAt: time, updatedAt: time, lastLoginAt: time.nullable() })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** Limit for each user. A further sign-in ends the least recently used session. */
export const maxSessions = 1_000;

/** Limit of the list of the caller's sessions. */
export const maxSessionsListed = 100;

const ownSessionSchema = z
  .object({
    id,
    isCurrent: z.boolean().meta({ description: 'Whether this session sent the request.' }),
    client: z.string().nullable().meta({ description: '`User-Agent` header of the sign-in.' }),
    createdAt: time.meta({ description: 'Time of the sign-in.' }),
    lastSeenAt: time.meta({ description: 'Time of the last request, accurate to five minutes.' }),
    expiresAt: time.meta({ description: 'Time at which the session ends unless it is renewed.' }),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const setup = routes('Set-up', 'Creation of the first administrator.', {
  status: {
    method: 'GET',
    path: '/api/v1/setup/status',
    summary: 'Get the setup status',
    description:
      'Returns whether the first administrator must be created, and whether this caller needs the setup code.',
    access: 'anyone',
    answers: { 200: json(setupStatusSchema) },
  },
  initialize: {
    method: 'POST',
    path: '/api/v1/setup/initialize',
    summary: 'Create the first administrator',
    description:
      'Available only while no user exists. If two requests arrive concurrently, one succeeds. Requests from other machines or through a proxy need `setupCode`, which is shown in the terminal and log of the server. Returns 403 with the `details.reason` `setup_code` if the code is missing or wrong.',
    access: 'anyone',
    body: accountSchema.extend({ setupCode: z.string().max(100).optional() }).meta({ id: 'FirstAccount' }),
    answers: { 201: json(sessionSchema, 'Signed in as the new administrator') },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
});

export const auth = routes('Authentication', 'Sessions and the account of the caller.', {
  login: {
    method: 'POST',
    path: '/api/v1/auth/login',
    summary: 'Sign in',
    description:
      'Accepts a user name or e-mail address and a password. Returns tokens and sets the session cookie. All failures return the same 401 after the same time.',
    access: 'anyone',
    body: z.object({ username: z.string().min(1).max(254), password: z.string().min(1).max(1024) }),
    answers: { 200: json(sessionSchema) },
    errors: ['unauthorized'],
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/auth/refresh',
    summary: 'Refresh the access token',
    description:
      'Exchanges a refresh token for new tokens. Each refresh token works once. Reuse revokes all tokens derived from it.',
    access: 'anyone',
    body: z.object({ refreshToken: z.string().min(1).max(512) }),
    answers: { 200: json(sessionSchema) },
    errors: ['unauthorized'],
  },
  logout: {
    method: 'POST',
    path: '/api/v1/auth/logout',
    summary: 'Sign out',
    description: 'Ends the current session and removes its cookies.',
    access: 'user',
    body: z.object({ refreshToken: z.string().max(512).optional() }),
    optionalBody: true,
    answers: { 204: empty() },
  },
  register: {
    method: 'POST',
    path: '/api/v1/auth/register',
    summary: 'Register an account',
    description:
      'Creates an account and signs in. Returns 403 if the server does not allow registration, and 409 if the user name or e-mail address is taken.',
    access: 'anyone',
    body: accountSchema,
    answers: { 201: json(sessionSchema) },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
  me: {
    method: 'GET',
    path: '/api/v1/auth/me',
    summary: 'Get your account',
    description: 'Returns the signed-in user and their permissions.',
    access: 'user',
    conditional: true,
    answers: { 200: json(currentUserSchema) },
  },
  currentUser: {
    method: 'GET',
    path: '/api/v1/user',
    summary: 'Get your account (alias)',
    description: 'Same as `/api/v1/auth/me`.',
    access: 'user',
    conditional: true,
    answers: { 200: json(currentUserSchema) },
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/auth/sessions',
    summary: 'List your sessions',
    description: `Returns active sessions, most recently used first, at most ${maxSessionsListed}. The list is empty for API keys.`,
    access: 'user',
    answers: { 200: json(z.array(ownSessionSchema)) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/auth/sessions/{id}',
    summary: 'Revoke a session',
    description:
      'Revokes the session with all its tokens and cookies immediately. Not available to API keys.',
    access: 'user',
    params: idParams,
    answers: { 204: empty() },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/auth/sessions',
    summary: 'Revoke all other sessions',
    description:
      'Immediately revokes all sessions of the caller except the current one, including sessions of other protocols. Returns 404 for API keys.',
    access: 'user',
    answers: { 204: empty() },
    errors: ['not_found'],
  },
  setLanguage: {
    method: 'PUT',
    path: '/api/v1/user/language',
    summary: 'Set your language',
    description:
      'Clients show their interface in this language on all devices. Null for that of each device. Returns 403 for API keys.',
    access: 'user',
    body: z.object({ language: languageSchema.nullable() }),
    answers: { 204: empty() },
    errors: ['forbidden'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/v1/user/password',
    summary: 'Change your password',
    description:
      'Ends all other sessions of the user. With `endEverything`, also revokes their API keys and device tokens.',
    access: 'user',
    body: z.object({
      currentPassword: z.string().min(1).max(1024),
      newPassword: passwordSchema,
      endEverything: endEverythingSchema.optional(),
    }),
    answers: { 204: empty() },
  },
});

// Set-up, signing in and out, the caller's own account.
import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import { permissionSchema, roleSchema } from './permissions.ts';
import { empty, json, routes } from './route.ts';

// Patterns stand in the API description: classes such as \p{Cc} are not known to the tools of many languages.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const noControls = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const emailForm = /^[^\s@\u0000-\u001f\u007f-\u009f]+@[^\s@\u0000-\u001f\u007f-\u009f]+$/;

export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(noControls, 'Control characters are not allowed')
  .meta({ description: '1 to 64 characters, unique without regard to case.' });
export const emailSchema = z.string().trim().max(254).regex(emailForm, 'Not an e-mail address');
/** NFKC-normalised before it is hashed, so that the same keys give the same password everywhere. */
export const passwordSchema = z.string().min(8).max(1024);

/** Of a new password. */
export const endEverythingSchema = z.boolean().meta({
  description: 'Also end the API keys, KOReader passwords and Kobo tokens of the account, for good.',
});

export const sessionUserSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: roleSchema,
    permissions: z.array(permissionSchema).meta({ description: "The role's and the extra ones." }),
    emailVerified: z.boolean(),
  })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const sessionSchema = z
  .object({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'Seconds until the access token expires.' }),
    refreshToken: z.string(),
    user: sessionUserSchema,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

export const accountSchema = z
  .object({ username: usernameSchema, email: emailSchema, password: passwordSchema })
  .meta({ id: 'NewAccount' });
export type NewAccount = z.infer<typeof accountSchema>;

const setupStatusSchema = z
  .object({
    setupRequired: z.boolean(),
    hasUsers: z.boolean(),
    registrationEnabled: z.boolean(),
    setupCodeRequired: z.boolean().optional().meta({
      description: 'There, and true, where `initialize` takes `setupCode` from this caller.',
    }),
  })
  .meta({ id: 'SetupStatus' });

export const currentUserSchema = sessionUserSchema
  .extend({ createdAt: time, updatedAt: time, lastLoginAt: time.nullable() })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** Of one user: who signs in once more ends the one that was seen the longest ago. */
export const maxSessions = 1_000;

/** Of the list of one's own sessions. */
export const maxSessionsListed = 100;

const ownSessionSchema = z
  .object({
    id,
    isCurrent: z.boolean().meta({ description: 'The one that asks.' }),
    client: z
      .string()
      .nullable()
      .meta({ description: 'What the client called itself when it signed in (`User-Agent`).' }),
    createdAt: time.meta({ description: 'When somebody signed in.' }),
    lastSeenAt: time.meta({ description: 'To five minutes.' }),
    expiresAt: time.meta({ description: 'When it ends unless it is renewed.' }),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const setup = routes('Set-up', 'The first administrator, before anyone can sign in.', {
  status: {
    method: 'GET',
    path: '/api/v1/setup/status',
    summary: 'Whether a first administrator is needed',
    access: 'anyone',
    answers: { 200: json(setupStatusSchema) },
  },
  initialize: {
    method: 'POST',
    path: '/api/v1/setup/initialize',
    summary: 'Create the first administrator',
    description:
      'Only while no user exists. Of two requests at the same moment one wins. From elsewhere than the machine of the server, and through proxies, `setupCode` is needed: the terminal and the log of the server show it; 403 with `details.reason` `setup_code` says that it is missing or wrong.',
    access: 'anyone',
    body: accountSchema.extend({ setupCode: z.string().max(100).optional() }).meta({ id: 'FirstAccount' }),
    answers: { 201: json(sessionSchema, 'Signed in as the new administrator') },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
});

export const auth = routes('Authentication', 'Sessions and the own account.', {
  login: {
    method: 'POST',
    path: '/api/v1/auth/login',
    summary: 'Sign in with name or e-mail and password',
    description: 'Also sets the session cookie. Every failure is the same 401 after the same time.',
    access: 'anyone',
    body: z.object({ username: z.string().min(1).max(254), password: z.string().min(1).max(1024) }),
    answers: { 200: json(sessionSchema) },
    errors: ['unauthorized'],
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/auth/refresh',
    summary: 'Exchange a refresh token for a new pair',
    description: 'Each refresh token works once; its reuse revokes every token that descends from it.',
    access: 'anyone',
    body: z.object({ refreshToken: z.string().min(1).max(512) }),
    answers: { 200: json(sessionSchema) },
    errors: ['unauthorized'],
  },
  logout: {
    method: 'POST',
    path: '/api/v1/auth/logout',
    summary: 'Sign out',
    access: 'user',
    body: z.object({ refreshToken: z.string().max(512).optional() }),
    optionalBody: true,
    answers: { 204: empty() },
  },
  register: {
    method: 'POST',
    path: '/api/v1/auth/register',
    summary: 'Create an account, where the server allows it',
    access: 'anyone',
    body: accountSchema,
    answers: { 201: json(sessionSchema) },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
  me: {
    method: 'GET',
    path: '/api/v1/auth/me',
    summary: 'The signed-in user',
    access: 'user',
    conditional: true,
    answers: { 200: json(currentUserSchema) },
  },
  currentUser: {
    method: 'GET',
    path: '/api/v1/user',
    summary: 'The signed-in user',
    access: 'user',
    conditional: true,
    answers: { 200: json(currentUserSchema) },
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/auth/sessions',
    summary: 'Where the caller is signed in',
    description: `Sessions that are alive, those that were seen last first, at most ${maxSessionsListed}. An API key sees none.`,
    access: 'user',
    answers: { 200: json(z.array(ownSessionSchema)) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/auth/sessions/{id}',
    summary: 'Sign out somewhere else',
    description: 'At once, with all tokens and cookies of that session. An API key ends none.',
    access: 'user',
    params: idParams,
    answers: { 204: empty() },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/auth/sessions',
    summary: 'Sign out everywhere else',
    description:
      'At once: every session of the caller but the one that asks, those of other protocols too. 404 for an API key.',
    access: 'user',
    answers: { 204: empty() },
    errors: ['not_found'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/v1/user/password',
    summary: 'Change the own password',
    description: 'Ends every other session of the user.',
    access: 'user',
    body: z.object({
      currentPassword: z.string().min(1).max(1024),
      newPassword: passwordSchema,
      endEverything: endEverythingSchema.optional(),
    }),
    answers: { 204: empty() },
  },
});

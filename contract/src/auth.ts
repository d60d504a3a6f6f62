// Set-up, signing in and out, the caller's own account (contract section 2).
import { z } from 'zod';
import { id, time } from './fields.ts';
import { permissionSchema, roleSchema } from './permissions.ts';
import { empty, json, routes } from './route.ts';

export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, 'Control characters are not allowed')
  .meta({ description: '1 to 64 characters, unique without regard to case.' });
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Not an e-mail address');
/** NFKC-normalised before it is hashed, so that the same keys give the same password everywhere. */
export const passwordSchema = z.string().min(8).max(1024);

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
  .object({ setupRequired: z.boolean(), hasUsers: z.boolean(), registrationEnabled: z.boolean() })
  .meta({ id: 'SetupStatus' });

export const currentUserSchema = sessionUserSchema
  .extend({ createdAt: time, updatedAt: time, lastLoginAt: time.nullable() })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserSchema>;

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
    description: 'Only while no user exists. Of two requests at the same moment one wins.',
    access: 'anyone',
    body: accountSchema,
    answers: { 201: json(sessionSchema, 'Signed in as the new administrator') },
    errors: ['unauthorized', 'conflict'],
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
  changePassword: {
    method: 'PUT',
    path: '/api/v1/user/password',
    summary: 'Change the own password',
    description: 'Ends every other session of the user.',
    access: 'user',
    body: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: passwordSchema }),
    answers: { 204: empty() },
  },
});

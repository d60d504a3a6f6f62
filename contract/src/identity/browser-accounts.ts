// Sign-in for the web client. Refresh tokens are stored in HttpOnly cookies, one for each account.
import { z } from 'zod';
import { count32, id } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { accountSchema, auth, sessionUserSchema, setup } from './auth.ts';
import { invitations, joinSchema } from './invitations.ts';
import { browserPoll, quickConnect } from './quick-connect.ts';

/** Limit of accounts signed in at the same time in one browser. A further sign-in ends the oldest one. */
export const maxBrowserAccounts = 10;

/** Attempts with a PIN after which a profile needs its password. */
export const maxPinAttempts = 5;
const pinSchema = z
  .string()
  .regex(/^[0-9]{4,8}$/, 'Enter 4 to 8 digits.')
  .meta({ description: 'PIN of 4 to 8 digits.' });

const pinStatusSchema = z
  .object({
    isSet: z.boolean(),
    lockedBrowserCount: count32.meta({
      description: 'Number of browsers where the account is locked and the PIN unlocks it.',
    }),
  })
  .meta({ id: 'PinStatus' });
export type PinStatus = z.infer<typeof pinStatusSchema>;

const browserSessionSchema = z.object({ user: sessionUserSchema }).meta({ id: 'BrowserSession' });
export type BrowserSession = z.infer<typeof browserSessionSchema>;

const signedIn = json(browserSessionSchema, 'Signed in; tokens are set as cookies');
const ownPages =
  'Available only to pages of this server: requires `Sec-Fetch-Site: same-origin` or an `Origin` of the same host, otherwise returns 403.';

export const browserAccounts = routes(
  'Accounts of a browser',
  'Cookie-based sign-in for the web client. Several accounts can be signed in at the same time. Each refresh token is stored in a separate HttpOnly cookie, and responses contain no tokens. Switching to an account ends the sessions of accounts with more permissions or access in the same browser; these need their password again. Accounts with a PIN are locked whenever another account is used in the same browser, and need their PIN.',
  {
    login: {
      method: 'POST',
      path: '/api/v1/auth/browser/login',
      summary: 'Sign in with cookies',
      description: `Same as \`${auth.table.login.path}\`, without tokens in the response. ${ownPages}`,
      access: 'anyone',
      body: auth.table.login.body,
      answers: { 200: signedIn },
      errors: ['unauthorized', 'forbidden'],
    },
    register: {
      method: 'POST',
      path: '/api/v1/auth/browser/register',
      summary: 'Register an account with cookies',
      description: `Same as \`${auth.table.register.path}\`, without tokens in the response. ${ownPages}`,
      access: 'anyone',
      body: accountSchema,
      answers: { 201: signedIn },
      errors: ['unauthorized', 'forbidden', 'conflict'],
    },
    join: {
      method: 'POST',
      path: '/api/v1/auth/browser/join',
      summary: 'Create an account by an invitation with cookies',
      description: `Same as \`${invitations.table.join.path}\`, without tokens in the response. ${ownPages}`,
      access: 'anyone',
      body: joinSchema,
      answers: { 201: signedIn },
      errors: ['unauthorized', 'forbidden', 'not_found', 'conflict', 'gone'],
    },
    device: {
      method: 'POST',
      path: '/api/v1/auth/browser/device',
      summary: 'Collect a session of quick connect with cookies',
      description: `Same as \`${quickConnect.table.poll.path}\` for a session, without tokens in the response. ${browserPoll.description} ${ownPages}`,
      access: 'anyone',
      body: browserPoll.body,
      answers: { 200: json(browserPoll.answer) },
      errors: ['unauthorized', 'forbidden', 'gone'],
    },
    initialize: {
      method: 'POST',
      path: '/api/v1/auth/browser/initialize',
      summary: 'Create the first administrator with cookies',
      description: `Same as \`${setup.table.initialize.path}\`, without tokens in the response. ${ownPages}`,
      access: 'anyone',
      body: setup.table.initialize.body,
      answers: { 201: signedIn },
      errors: ['unauthorized', 'forbidden', 'conflict'],
    },
    resume: {
      method: 'POST',
      path: '/api/v1/auth/browser/resume',
      summary: 'Switch to another signed-in account',
      description: `Uses the cookie of the account and exchanges its refresh token as \`${auth.table.refresh.path}\` does. Returns 401 with the reason \`profile_locked\` if the account needs its PIN. ${ownPages}`,
      access: 'anyone',
      body: z.object({ userId: id }),
      answers: { 200: signedIn },
      errors: ['unauthorized', 'forbidden'],
    },
    lock: {
      method: 'POST',
      path: '/api/v1/auth/browser/lock',
      summary: 'Lock your account in this browser',
      description: `Ends the session of the caller in this browser. The PIN starts a new one. Returns 409 if the account has no PIN. ${ownPages}`,
      access: 'user',
      answers: { 204: empty() },
      errors: ['unauthorized', 'forbidden', 'conflict'],
    },
    unlock: {
      method: 'POST',
      path: '/api/v1/auth/browser/unlock',
      summary: 'Unlock an account with its PIN',
      description: `Starts a session of an account that is locked in this browser. The reason of a 401 is \`wrong_pin\`, or \`pin_used_up\` after ${maxPinAttempts} attempts; then the account needs its password. ${ownPages}`,
      access: 'anyone',
      body: z.object({ userId: id, pin: pinSchema }),
      answers: { 200: signedIn },
      errors: ['unauthorized', 'forbidden'],
    },
    getPin: {
      method: 'GET',
      path: '/api/v1/user/pin',
      summary: 'Get the status of your PIN',
      description: 'Returns whether the account has a PIN. The PIN itself is not returned.',
      access: 'user',
      answers: { 200: json(pinStatusSchema) },
    },
    setPin: {
      method: 'PUT',
      path: '/api/v1/user/pin',
      summary: 'Set your PIN',
      description:
        'The PIN unlocks the account in browsers where it was signed in with its password before. It is not accepted anywhere else. Null removes the PIN. Browsers where the account is locked need the password afterwards. Returns 403 for a wrong password and for API keys.',
      access: 'user',
      body: z.object({ currentPassword: z.string().min(1).max(1024), pin: pinSchema.nullable() }),
      answers: { 204: empty() },
      errors: ['forbidden'],
    },
    forget: {
      method: 'POST',
      path: '/api/v1/auth/browser/forget',
      summary: 'Sign out an account',
      description: `Ends the session of the account in this browser, also a locked one, and removes its cookies. Has no effect if the account is not signed in. ${ownPages}`,
      access: 'anyone',
      body: z.object({ userId: id }),
      answers: { 204: empty() },
      errors: ['forbidden'],
    },
  },
);

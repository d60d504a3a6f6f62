// Signing in from the web client: refresh tokens are kept in cookies, one per account, that no script can read.
import { z } from 'zod';
import { accountSchema, auth, sessionUserSchema, setup } from './auth.ts';
import { id } from './fields.ts';
import { empty, json, routes } from './route.ts';

/** Accounts that a browser can be signed in to at once; beyond it those that signed in first are signed out. */
export const maxBrowserAccounts = 10;

const browserSessionSchema = z.object({ user: sessionUserSchema }).meta({ id: 'BrowserSession' });
export type BrowserSession = z.infer<typeof browserSessionSchema>;

const signedIn = json(browserSessionSchema, 'Signed in; the tokens are in cookies');
const ownPages =
  'For pages of this server: needs `Sec-Fetch-Site: same-origin` or an `Origin` of its own host, else 403.';

export const browserAccounts = routes(
  'Accounts of a browser',
  'What the web client uses instead of the tokens of the other routes: several accounts can be signed in at once in one browser. Each has its refresh token in an HttpOnly cookie of its own, and answers carry no token. Whoever comes into use ends the sessions, in that browser, of accounts that may do or see more: those need their password again.',
  {
    login: {
      method: 'POST',
      path: '/api/v1/auth/browser/login',
      summary: 'Sign in with name or e-mail and password, in a browser',
      description: `As \`${auth.table.login.path}\`, but without tokens in the answer. ${ownPages}`,
      access: 'anyone',
      body: auth.table.login.body,
      answers: { 200: signedIn },
      errors: ['unauthorized', 'forbidden'],
    },
    register: {
      method: 'POST',
      path: '/api/v1/auth/browser/register',
      summary: 'Create an account in a browser, where the server allows it',
      description: `As \`${auth.table.register.path}\`, but without tokens in the answer. ${ownPages}`,
      access: 'anyone',
      body: accountSchema,
      answers: { 201: signedIn },
      errors: ['unauthorized', 'forbidden', 'conflict'],
    },
    initialize: {
      method: 'POST',
      path: '/api/v1/auth/browser/initialize',
      summary: 'Create the first administrator in a browser',
      description: `As \`${setup.table.initialize.path}\`, but without tokens in the answer. ${ownPages}`,
      access: 'anyone',
      body: setup.table.initialize.body,
      answers: { 201: signedIn },
      errors: ['unauthorized', 'forbidden', 'conflict'],
    },
    adopt: {
      method: 'POST',
      path: '/api/v1/auth/browser/adopt',
      summary: 'Move a refresh token into a cookie',
      description: `For a page that kept it where scripts can read it: the token is used up, and its successor is in the cookie of its account. The account in use stays as it is. ${ownPages}`,
      access: 'anyone',
      body: auth.table.refresh.body,
      answers: { 204: empty() },
      errors: ['unauthorized', 'forbidden'],
    },
    resume: {
      method: 'POST',
      path: '/api/v1/auth/browser/resume',
      summary: 'Go on as an account that is signed in in this browser',
      description: `By the cookie of the account, whose refresh token is exchanged as at \`${auth.table.refresh.path}\`. ${ownPages}`,
      access: 'anyone',
      body: z.object({ userId: id }),
      answers: { 200: signedIn },
      errors: ['unauthorized', 'forbidden'],
    },
    forget: {
      method: 'POST',
      path: '/api/v1/auth/browser/forget',
      summary: 'Sign an account out in this browser',
      description: `Ends its session, whether it is the one in use or another, and removes its cookies; nothing happens where it has none. ${ownPages}`,
      access: 'anyone',
      body: z.object({ userId: id }),
      answers: { 204: empty() },
      errors: ['forbidden'],
    },
  },
);

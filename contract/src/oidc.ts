// Signing in by OpenID Connect providers that the configuration names.
import { z } from 'zod';
import { sessionSchema } from './auth.ts';
import type { ErrorCode } from './errors.ts';
import { empty, json, routes } from './route.ts';

const providerSchema = z
  .object({ id: z.string(), name: z.string().meta({ description: 'For the button: "Sign in with …".' }) })
  .meta({ id: 'SignInProvider' });
export type SignInProvider = z.infer<typeof providerSchema>;

const providerParams = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,32}$/) });

const beginSchema = z.object({
  redirectTo: z.string().max(1024).optional().meta({
    description: 'Where the browser goes when it is signed in: a path of this server, `/` without.',
  }),
});

/** RFC 6749, 4.1.2 and RFC 9207; of other parameters nothing is read. */
const callbackSchema = z.object({
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  iss: z.string().max(2048).optional(),
  error: z.string().max(512).optional(),
  error_description: z.string().max(8192).optional(),
});
export type OidcCallback = z.infer<typeof callbackSchema>;

/**
 * What the web client's sign-in page is told as `fault`: the code of the error, or that the person or the provider said
 * no at the provider's own page.
 */
export type SignInFault = ErrorCode | 'denied';

export const oidc = routes('Sign-in providers', 'Signing in by OpenID Connect.', {
  listProviders: {
    method: 'GET',
    path: '/api/v1/auth/oidc/providers',
    summary: 'The providers by which one can sign in',
    description: 'In the order of the configuration; empty when there are none.',
    access: 'anyone',
    answers: { 200: json(z.array(providerSchema)) },
  },
  login: {
    method: 'POST',
    path: '/api/v1/auth/oidc/{provider}/login',
    summary: 'Begin to sign in by a provider',
    description:
      'The browser is to be sent to the address. A cookie binds what follows to this browser, for ten minutes. ' +
      '503 when the provider does not answer.',
    access: 'anyone',
    params: providerParams,
    body: beginSchema,
    optionalBody: true,
    answers: { 200: json(z.object({ authorizationUrl: z.url() })) },
  },
  callback: {
    method: 'GET',
    path: '/api/v1/auth/oidc/{provider}/callback',
    summary: 'Where the provider sends the browser back to',
    description:
      'Sets the session cookie as a sign-in does and redirects; who sends `Accept: application/json` gets the ' +
      'session instead. A browser (`Accept: text/html`) is led to the sign-in page also when it fails: ' +
      '`/sign-in?fault=…&next=…`, with the code of the error or `denied`, and the page that was asked for. Others get ' +
      'the error: 400 for a sign-in that was not begun in this browser, is over or was finished already; ' +
      '401 when what the provider says cannot be verified; 403 when it or this server refuses the person; 409 when ' +
      'an account that must not be linked has the e-mail address; 503 when the provider does not answer.',
    access: 'anyone',
    params: providerParams,
    query: callbackSchema,
    answers: {
      200: json(sessionSchema),
      302: empty('To the page that was asked for, or back to the sign-in page'),
    },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
});

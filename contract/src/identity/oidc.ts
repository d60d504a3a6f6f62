// Sign-in with OpenID Connect providers of the configuration.
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { empty, json, routes } from '../route.ts';
import { sessionSchema } from './auth.ts';

const providerSchema = z
  .object({ id: z.string(), name: z.string().meta({ description: 'Name for the button "Sign in with …".' }) })
  .meta({ id: 'SignInProvider' });
export type SignInProvider = z.infer<typeof providerSchema>;

const providerParams = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,32}$/) });

const beginSchema = z.object({
  redirectTo: z.string().max(1024).optional().meta({
    description: 'Path on this server to open after the sign-in. The default is `/`.',
  }),
});

/** RFC 6749, 4.1.2 and RFC 9207. Other parameters are ignored. */
const callbackSchema = z.object({
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  iss: z.string().max(2048).optional(),
  error: z.string().max(512).optional(),
  error_description: z.string().max(8192).optional(),
});
export type OidcCallback = z.infer<typeof callbackSchema>;

/**
 * Value of `fault` for the sign-in page: an error code, or `denied` if the user or the provider cancelled the sign-in.
 */
export type SignInFault = ErrorCode | 'denied';

export const oidc = routes('Sign-in providers', 'Sign-in with OpenID Connect.', {
  listProviders: {
    method: 'GET',
    path: '/api/v1/auth/oidc/providers',
    summary: 'List sign-in providers',
    description: 'Returns providers in the order of the configuration. Empty if none is configured.',
    access: 'anyone',
    answers: { 200: json(z.array(providerSchema)) },
  },
  login: {
    method: 'POST',
    path: '/api/v1/auth/oidc/{provider}/login',
    summary: 'Start a sign-in with a provider',
    description:
      'Returns the URL to open in the browser. A cookie binds the sign-in to this browser for ten minutes. Returns 503 if the provider does not respond.',
    access: 'anyone',
    params: providerParams,
    body: beginSchema,
    optionalBody: true,
    answers: { 200: json(z.object({ authorizationUrl: z.url() })) },
  },
  callback: {
    method: 'GET',
    path: '/api/v1/auth/oidc/{provider}/callback',
    summary: 'Complete a sign-in with a provider',
    description:
      'The provider redirects the browser here. Sets the session cookie and redirects to the requested page. With `Accept: application/json`, returns the session instead. If the sign-in fails, browsers (`Accept: text/html`) are redirected to `/sign-in?fault=…&next=…`, with the error code or `denied` and the requested page. Other clients receive the error: 400 if the sign-in was started in another browser, has expired or was completed before; 401 if the response of the provider cannot be verified; 403 if the provider or this server rejects the user; 409 if the e-mail address belongs to an account that must not be linked; 503 if the provider does not respond.',
    access: 'anyone',
    params: providerParams,
    query: callbackSchema,
    answers: {
      200: json(sessionSchema),
      302: empty('Redirect to the requested page or the sign-in page'),
    },
    errors: ['unauthorized', 'forbidden', 'conflict'],
  },
});

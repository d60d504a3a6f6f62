// Converts failures of a provider sign-in to API errors: the user may try again (503), could not be authenticated
// (401), or was rejected (403). Never a 500, because the server is not the cause.
import type { OidcCallback, SignInFault } from '@lectern/contract/identity/oidc';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { forbidden, Problem, reason, unauthorized } from '#infrastructure/errors.ts';
import { providerUnavailable } from './fetching.ts';

/** Error codes of the client library for invalid responses of a provider. */
const brokenCodes = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
];

const unverified = (cause: unknown) => new Problem('unauthorized', reason('provider_unverified'), { cause });

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AuthorizationResponseError) return toRefusal(error.error);
  if (error instanceof ResponseBodyError)
    // Other codes mean that this server is registered incorrectly at the provider, which the user cannot correct.
    return error.error === 'invalid_grant' ? unverified(error) : providerUnavailable(error);
  if (error instanceof Error && error.cause instanceof Problem) return error.cause;
  const code = codeOf(error);
  return brokenCodes.includes(code) ? providerUnavailable(error) : unverified(error);
}

/** The provider redirected back with an error (RFC 6749, 4.1.2.1; OpenID Connect Core 3.1.2.6). */
function toRefusal(code: string): Problem {
  if (code === 'server_error' || code === 'temporarily_unavailable') return providerUnavailable();
  const error = /^\w{1,64}$/.test(code) ? code : 'unknown error';
  if (code === 'access_denied') return forbidden(reason('provider_refused', { error }));
  return unauthorized(reason('provider_sign_in_failed', { error }));
}

/** For the client's page. A rejection by the user and one by the provider have the same code (RFC 6749 §4.1.2.1). */
export const toSignInFault = ({ code }: Problem, { error }: OidcCallback): SignInFault =>
  code === 'forbidden' && error === 'access_denied' ? 'denied' : code;

/** Describes the failure for the log, without text from the user or the provider. */
export function describeFault(error: unknown): { code: string; reason: string } {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return { code: codeOf(cause), reason: message.slice(0, 300) };
}

const codeOf = (error: unknown): string => {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  if (error instanceof ClientError) return error.code ?? '';
  return error instanceof Error && 'code' in error ? String(error.code) : '';
};

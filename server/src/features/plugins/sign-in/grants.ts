// OAuth tokens of a user: exchanged for an authorization code, and refreshed (RFC 6749 §4.1.3, §6).
import { toRecord } from '@lectern/contract/records';
import type { Outside } from '#infrastructure/outside/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { version } from '#infrastructure/version.ts';
import { type OauthDescription, PluginError, throwAsPluginError } from '../protocol/index.ts';

export type Credentials = Readonly<Record<string, string>>;

export interface OauthClient {
  oauth: OauthDescription;
  clientId: string;
  /** Undefined for a public client. */
  secret: string | undefined;
}

/** Keys of the client credentials set by administrators. Not passed to plugins. */
export const clientKeys = { id: 'oauth_client_id', secret: 'oauth_client_secret' } as const;
/** Keys of the tokens from a sign-in. Plugins receive only the access token. */
export const tokenKeys = { access: 'access_token', refresh: 'refresh_token', expires: 'expires_at' } as const;

/** Undefined if the plugin has no OAuth client, so users cannot sign in. */
export function findClient(
  { manifest }: { manifest: string | null },
  given: Credentials,
): OauthClient | undefined {
  const { oauth }: { oauth?: OauthDescription | null } = JSON.parse(manifest ?? '{}');
  const clientId = given[clientKeys.id] ?? oauth?.clientId ?? undefined;
  if (!oauth || clientId === undefined) return undefined;
  return { oauth, clientId, secret: given[clientKeys.secret] };
}

const maxBytes = 256 * 1024;
/** Upper bound of a token lifetime. Without a lifetime, no end is stored. */
const maxSeconds = 10 * 365 * 24 * 60 * 60;

/** Throws PluginError: `authentication` if the grant is no longer valid, `configuration` if the client is invalid. */
export async function requestTokens(
  { outside, nowMs }: { outside: Outside; nowMs: number },
  { oauth, clientId, secret }: OauthClient,
  grant: Readonly<Record<string, string>>,
): Promise<Credentials> {
  const form = { ...grant, client_id: clientId, ...(secret !== undefined && { client_secret: secret }) };
  const { status, bytes } = await outside
    .ask({
      url: oauth.tokenUrl,
      method: 'POST',
      maxBytes,
      maxRedirects: 0,
      body: new URLSearchParams(form).toString(),
      headers: {
        'user-agent': `Lectern/${version}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    .catch(throwAsPluginError);
  const answer = toRecord(parseJson(bytes.toString('utf8')));
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = answer;
  if (status !== 200 || typeof access !== 'string' || access === '') throw toFault(status, answer.error);
  const lasts = typeof seconds === 'number' && seconds > 0 && seconds < maxSeconds ? seconds : undefined;
  return {
    [tokenKeys.access]: access,
    ...(typeof refresh === 'string' && refresh !== '' && { [tokenKeys.refresh]: refresh }),
    ...(lasts !== undefined && { [tokenKeys.expires]: new Date(nowMs + lasts * 1000).toISOString() }),
  };
}

/** RFC 6749 §5.2. Some services report an expired grant with status 401. */
function toFault(status: number, code: unknown): PluginError {
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return new PluginError(
      'configuration',
      'The service rejected the client. Check the client ID and secret.',
    );
  if (code === 'invalid_grant' || code === 'invalid_request' || status === 401)
    return new PluginError('authentication', 'The service returned no token. Connect the account again.');
  return new PluginError('upstream', `The service returned no token (status ${status})`);
}

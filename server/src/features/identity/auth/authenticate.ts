// Authenticates a request by its bearer token, API key or session cookie, in this order. The first one that is present
// decides: a request with an invalid bearer token is anonymous even if the browser sends a cookie. Other schemes of
// `Authorization` are ignored, because a proxy in front may use them.
import { toPermissions, toRole } from '#infrastructure/access/rights.ts';
import { toSeriesRule, type Viewer, visibleLibraries } from '#infrastructure/access/viewer.ts';
import type { Cookie, CookieRequest } from '#infrastructure/http/browser-security/cookies.ts';
import type { Authenticate } from '#infrastructure/http/request-state.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import type { Tokens } from '../tokens/index.ts';
import type { Sessions } from './sessions.ts';
import type { VerificationCache, VerifiedCaller } from './verification-cache.ts';

interface Credential {
  via: 'bearer' | 'cookie' | 'api-key';
  secret: string;
}

export interface AuthenticateDependencies {
  tokens: Tokens;
  sessions: Pick<Sessions, 'findUser'>;
  apiKeys: { verify(key: string): Promise<VerifiedCaller | undefined> };
  memory: VerificationCache;
  sessionCookie: Pick<Cookie, 'find'>;
}

export function createAuthenticate(deps: AuthenticateDependencies): Authenticate {
  return (request) => {
    const credential = findCredential(deps, request);
    if (!credential) return undefined;
    return deps.memory(`${credential.via} ${credential.secret}`, () => verify(deps, credential));
  };
}

function findCredential(
  { sessionCookie }: AuthenticateDependencies,
  request: CookieRequest,
): Credential | undefined {
  const { headers } = request;
  const { authorization } = headers;
  if (typeof authorization === 'string' && /^bearer(\s|$)/i.test(authorization))
    return { via: 'bearer', secret: authorization.slice('bearer'.length).trim() };
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string') return { via: 'api-key', secret: apiKey };
  const cookie = sessionCookie.find(request);
  return cookie === undefined ? undefined : { via: 'cookie', secret: cookie };
}

async function verify(
  deps: AuthenticateDependencies,
  { via, secret }: Credential,
): Promise<VerifiedCaller | undefined> {
  if (via === 'api-key') return deps.apiKeys.verify(secret);
  const claims = deps.tokens.verify(via === 'cookie' ? 'cookie' : 'access', secret);
  if (!claims) return undefined;
  const user = await deps.sessions.findUser(claims.userId, claims.sessionId);
  return user && { viewer: toViewer(user, via, claims), expiresAtMs: claims.expiresAtMs };
}

export const toViewer = (
  user: UserTable,
  via: 'bearer' | 'cookie' | 'password',
  { sessionId }: { sessionId: string | null },
): Viewer => ({
  userId: user.id,
  role: toRole(user.role),
  permissions: new Set(toPermissions(user)),
  libraryIds: visibleLibraries(user.sharedLibraryIds),
  seriesRule: toSeriesRule(user),
  via,
  sessionId,
  apiKeyId: null,
});

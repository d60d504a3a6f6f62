// How callers prove who they are (compat-clients 0.2 to 0.4): a password, an API key or an access token; from then on
// the session that every answer to these begins, by cookie or, for those who send `X-Auth-Token`, by that header.
// What is sent with the request itself goes before sessions: a wrong password is nobody, whatever the cookies.
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { AnswerHeaders } from '#kernel/http/answers.ts';
import { findCookie, toSetCookie } from '#kernel/http/cookies.ts';
import type { CallRequest } from '#kernel/http/implement.ts';
import { toRoot } from '#kernel/http/root-address.ts';
import type { CompatParts } from './parts.ts';

export const sessionCookie = 'lectern_compat';
export const rememberCookie = 'lectern_compat_remember';
const tokenHeader = 'x-auth-token';

export type Credentials = ReturnType<typeof createCredentials>;

type Parts = Pick<CompatParts, 'config' | 'auth'>;

export function createCredentials({ config, auth }: Parts) {
  const { surfaceSessions: sessions } = auth;
  /** The token that proved a request. */
  const provedBy = new WeakMap<object, string>();

  function proveNow(request: Asker) {
    const { authorization, ...headers } = request.headers;
    const { cookie: _, ...own } = headers;
    if (typeof authorization === 'string' && /^basic(\s|$)/i.test(authorization))
      return auth.proveBasic({
        id: request.id,
        ip: request.ip,
        headers: request.headers,
        signal: neverAborted,
      });
    return auth.authenticate({ headers: authorization === undefined ? own : { ...own, authorization } });
  }

  async function proveBySession(request: Asker): Promise<Viewer | undefined> {
    for (const token of listTokens(request)) {
      const viewer = await sessions.prove(token);
      if (!viewer) continue;
      provedBy.set(request, token);
      return viewer;
    }
    return undefined;
  }

  /** The session cookie or token of the request when it is this caller's, with the same rights. */
  async function findOwnToken(viewer: Viewer, request: FastifyRequest): Promise<string | undefined> {
    for (const token of listTokens(request)) {
      const other = await sessions.prove(token);
      if (other && other.userId === viewer.userId && other.apiKeyId === viewer.apiKeyId) return token;
    }
    return undefined;
  }

  const begin = async (viewer: Viewer, request: FastifyRequest) =>
    (await findOwnToken(viewer, request)) ??
    (await sessions.open(viewer, { ip: request.ip, agent: request.headers['user-agent'] ?? '' }));

  function toCookie(request: CookieRequest, name: string, value: string, maxAgeSeconds: number): string {
    const root = rootForm.exec(request.root())?.[1] ?? config.server.basePath;
    const secure = config.auth.secureCookies ?? request.protocol === 'https';
    const path = `${root}/${config.compatApi.prefix}`;
    return toSetCookie(name, value, { path, secure, maxAgeSeconds });
  }

  return {
    /** May be asked again of the same request. */
    authenticate: (request: Asker) => (hasCredentials(request) ? proveNow(request) : proveBySession(request)),

    /** The headers that give the caller their session, where the client does not hold it already. */
    async greet(viewer: Viewer, request: FastifyRequest): Promise<AnswerHeaders | undefined> {
      if (isFarewell(request)) return undefined;
      const held = provedBy.get(request);
      const token =
        held === undefined ? await begin(viewer, request) : ((await sessions.renew(held)) ?? held);
      if (token === undefined) return undefined;
      const { lifetimeSeconds } = sessions;
      const asker = { protocol: request.protocol, root: () => toRoot(config.server, request) };
      const cookies: string[] = [];
      const byHeader = request.headers[tokenHeader] !== undefined && !asksForCookie(request);
      const isHeld = findCookie(request.headers, sessionCookie) === token && !asksForCookie(request);
      if (!byHeader && !isHeld) cookies.push(toCookie(asker, sessionCookie, token, lifetimeSeconds));
      if (wantsRemembering(request)) cookies.push(toCookie(asker, rememberCookie, token, lifetimeSeconds));
      return {
        ...(byHeader && { 'X-Auth-Token': token }),
        ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
      };
    },

    /** Ends every session that the request holds; the headers make the client forget them. */
    async end(request: FarewellRequest): Promise<AnswerHeaders> {
      for (const token of listTokens(request)) await sessions.end(token);
      return {
        'Set-Cookie': [sessionCookie, rememberCookie].map((name) => toCookie(request, name, '', 0)),
      };
    },
  };
}

/** A sign-in waits at most seconds when too many were wrong: not worth following the client for. */
const neverAborted = () => new AbortController().signal;

/** What tells who calls. */
type Asker = Pick<CallRequest, 'id' | 'ip' | 'headers'>;
/** The path below which the client reaches the server; what it calls the host may be anything. */
const rootForm = /^https?:\/\/[^/]*((?:\/[A-Za-z0-9._~-]+)*)\/?$/;

type CookieRequest = Pick<CallRequest, 'protocol' | 'root'>;
export type FarewellRequest = Pick<CallRequest, 'headers' | 'protocol' | 'root'>;

const hasCredentials = ({ headers: { authorization, ...headers } }: Asker): boolean =>
  headers['x-api-key'] !== undefined ||
  (typeof authorization === 'string' && /^(basic|bearer)(\s|$)/i.test(authorization));

function listTokens({ headers }: Pick<CallRequest, 'headers'>): string[] {
  const header = headers[tokenHeader];
  const candidates = [
    typeof header === 'string' ? header : undefined,
    findCookie(headers, sessionCookie),
    findCookie(headers, rememberCookie),
  ];
  return candidates.filter((token): token is string => token !== undefined && token !== '');
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?', 1)[0] ?? '').replace(/\/+$/, '');
const isFarewell = (request: FastifyRequest): boolean => pathOf(request).endsWith('/api/logout');
const asksForCookie = (request: FastifyRequest): boolean =>
  pathOf(request).endsWith('/api/v1/login/set-cookie');
const wantsRemembering = ({ url }: FastifyRequest): boolean => /[?&]remember-me=true(&|$)/.test(url);

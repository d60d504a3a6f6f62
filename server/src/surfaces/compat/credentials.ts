// How callers prove who they are (compat-clients 0.2 to 0.4): a password, an API key or an access token; from then on
// the session that every answer to these begins, by cookie or, for those who send `X-Auth-Token`, by that header.
// What is sent with the request itself goes before sessions: a wrong password is nobody, whatever the cookies.

import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { AnswerHeaders } from '#infrastructure/http/answers.ts';
import { type Cookie, createCookie } from '#infrastructure/http/cookies.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import { toRoot } from '#infrastructure/http/root-address.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import type { CompatDependencies } from './dependencies.ts';

const tokenHeader = 'x-auth-token';

export type Credentials = ReturnType<typeof createCredentials>;

type Dependencies = Pick<CompatDependencies, 'config' | 'auth'>;

export function createCredentials({ config, auth }: Dependencies) {
  const { surfaceSessions: sessions } = auth;
  /** The token that proved a request. */
  const provedBy = new WeakMap<object, string>();

  function verifyNow(request: Asker) {
    const { authorization, ...headers } = request.headers;
    const { cookie: _, ...own } = headers;
    if (typeof authorization === 'string' && /^basic(\s|$)/i.test(authorization))
      return auth.verifyBasic({
        id: request.id,
        ip: request.ip,
        headers: request.headers,
        signal: neverAborted,
      });
    return auth.authenticate({
      headers: authorization === undefined ? own : { ...own, authorization },
      protocol: request.protocol,
    });
  }

  async function verifyBySession(request: Asker): Promise<Viewer | undefined> {
    for (const token of listTokens(request)) {
      const viewer = await sessions.verify(token);
      if (!viewer) continue;
      provedBy.set(request, token);
      return viewer;
    }
    return undefined;
  }

  /** The session cookie or token of the request when it is this caller's, with the same rights. */
  async function findOwnToken(viewer: Viewer, request: FastifyRequest): Promise<string | undefined> {
    for (const token of listTokens(request)) {
      const other = await sessions.verify(token);
      if (other && other.userId === viewer.userId && other.apiKeyId === viewer.apiKeyId) return token;
    }
    return undefined;
  }

  const begin = async (viewer: Viewer, request: FastifyRequest) =>
    (await findOwnToken(viewer, request)) ??
    (await sessions.open(viewer, { ip: request.ip, agent: request.headers['user-agent'] ?? '' }));

  /** Clients of this protocol reach it below the prefix, which may change while the server runs. */
  function toCookies(root: string): Record<'session' | 'remember', Cookie> {
    const path = `${rootForm.exec(root)?.[1] ?? config.server.basePath}/${config.compatApi.prefix}`;
    return {
      session: createCookie(config, { name: 'lectern_compat', path }),
      remember: createCookie(config, { name: 'lectern_compat_remember', path }),
    };
  }

  function listTokens(request: Asker): string[] {
    const header = request.headers[tokenHeader];
    const cookies = toCookies('');
    const candidates = [
      typeof header === 'string' ? header : undefined,
      cookies.session.find(request),
      cookies.remember.find(request),
    ];
    return candidates.filter((token): token is string => token !== undefined && token !== '');
  }

  return {
    /** May be asked again of the same request. */
    authenticate: (request: Asker) =>
      hasCredentials(request) ? verifyNow(request) : verifyBySession(request),

    /** The headers that give the caller their session, where the client does not hold it already. */
    async greet(viewer: Viewer, request: FastifyRequest): Promise<AnswerHeaders | undefined> {
      if (isFarewell(request)) return undefined;
      const held = provedBy.get(request);
      const token =
        held === undefined ? await begin(viewer, request) : ((await sessions.renew(held)) ?? held);
      if (token === undefined) return undefined;
      const { lifetimeSeconds } = sessions;
      const own = toCookies(toRoot(config.server, request));
      const cookies: string[] = [];
      const byHeader = request.headers[tokenHeader] !== undefined && !asksForCookie(request);
      const isHeld = own.session.find(request) === token && !asksForCookie(request);
      if (!byHeader && !isHeld) cookies.push(...own.session.set(request, token, lifetimeSeconds));
      if (wantsRemembering(request)) cookies.push(...own.remember.set(request, token, lifetimeSeconds));
      return {
        ...(byHeader && { 'X-Auth-Token': token }),
        ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
      };
    },

    /** Ends every session that the request holds; the headers make the client forget them. */
    async end(request: FarewellRequest): Promise<AnswerHeaders> {
      for (const token of listTokens(request)) await sessions.end(token);
      const { session, remember } = toCookies(request.root());
      return { 'Set-Cookie': [...session.remove(request), ...remember.remove(request)] };
    },
  };
}

/** A sign-in waits at most seconds when too many were wrong: not worth following the client for. */
const neverAborted = () => new AbortController().signal;

/** What tells who calls. */
type Asker = Pick<CallRequest, 'id' | 'ip' | 'headers' | 'protocol'>;
/** The path below which the client reaches the server; what it calls the host may be anything. */
const rootForm = /^https?:\/\/[^/]*((?:\/[A-Za-z0-9._~-]+)*)\/?$/;

export type FarewellRequest = Asker & Pick<CallRequest, 'root'>;

const hasCredentials = ({ headers: { authorization, ...headers } }: Asker): boolean =>
  headers['x-api-key'] !== undefined ||
  (typeof authorization === 'string' && /^(basic|bearer)(\s|$)/i.test(authorization));

const pathOf = ({ url }: FastifyRequest): string => withoutEndSlashes(url.split('?', 1)[0] ?? '');
const isFarewell = (request: FastifyRequest): boolean => pathOf(request).endsWith('/api/logout');
const asksForCookie = (request: FastifyRequest): boolean =>
  pathOf(request).endsWith('/api/v1/login/set-cookie');
const wantsRemembering = ({ url }: FastifyRequest): boolean => /[?&]remember-me=true(&|$)/.test(url);

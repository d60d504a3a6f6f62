// How callers authenticate: with a password, an API key or an access token, each of which begins a session; from then on
// with that session, by cookie or, for those who send `X-Auth-Token`, by that header. Credentials of the request go before
// sessions: with a wrong password nobody is signed in, whatever the cookies are.

import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { AnswerHeaders } from '#infrastructure/http/answers.ts';
import { type Cookie, createCookie } from '#infrastructure/http/cookies.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import { toRoot } from '#infrastructure/http/root-address.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import type { CompatDependencies } from './dependencies.ts';

const tokenHeader = 'x-auth-token';

export interface Credentials {
  /** Idempotent for a request. */
  authenticate(request: Caller): Promise<Viewer | undefined> | Viewer | undefined;
  /** The headers that give the caller their session, where the client does not hold it already. */
  greet(viewer: Viewer, request: FastifyRequest): Promise<AnswerHeaders | undefined>;
  /** Ends every session that the request holds; the headers make the client forget them. */
  end(request: LogoutRequest): Promise<AnswerHeaders>;
}

interface State extends CompatDependencies {
  /** The session token that authenticated a request. */
  tokens: WeakMap<object, string>;
}

export function createCredentials(deps: CompatDependencies): Credentials {
  const state: State = { ...deps, tokens: new WeakMap() };
  return {
    authenticate: (request) =>
      hasCredentials(request) ? verifyCredentials(state, request) : verifySession(state, request),
    greet: (viewer, request) => greet(state, viewer, request),
    end: (request) => endSessions(state, request),
  };
}

function verifyCredentials({ auth }: State, request: Caller) {
  const { id, ip, protocol, headers } = request;
  const { authorization, cookie: _, ...own } = headers;
  if (typeof authorization === 'string' && /^basic(\s|$)/i.test(authorization))
    return auth.verifyBasic({ id, ip, headers, signal: neverAborted });
  return auth.authenticate({
    headers: authorization === undefined ? own : { ...own, authorization },
    protocol,
  });
}

async function verifySession(state: State, request: Caller): Promise<Viewer | undefined> {
  for (const token of listTokens(state, request)) {
    const viewer = await state.auth.surfaceSessions.verify(token);
    if (!viewer) continue;
    state.tokens.set(request, token);
    return viewer;
  }
  return undefined;
}

async function greet(
  state: State,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<AnswerHeaders | undefined> {
  if (isLogout(request)) return undefined;
  const { surfaceSessions: sessions } = state.auth;
  const known = state.tokens.get(request);
  const token =
    known === undefined ? await begin(state, viewer, request) : ((await sessions.renew(known)) ?? known);
  if (token === undefined) return undefined;
  const { lifetimeSeconds } = sessions;
  const { session, remember } = toCookies(state, toRoot(state.config.server, request));
  const cookies: string[] = [];
  const byHeader = request.headers[tokenHeader] !== undefined && !wantsCookie(request);
  const isHeld = session.find(request) === token && !wantsCookie(request);
  if (!byHeader && !isHeld) cookies.push(...session.set(request, token, lifetimeSeconds));
  if (wantsRememberMe(request)) cookies.push(...remember.set(request, token, lifetimeSeconds));
  return {
    ...(byHeader && { 'X-Auth-Token': token }),
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  };
}

const begin = async (state: State, viewer: Viewer, request: FastifyRequest) =>
  (await findOwnToken(state, viewer, request)) ??
  (await state.auth.surfaceSessions.open(viewer, {
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
  }));

/** The session cookie or token of the request when it is this caller's, with the same permissions. */
async function findOwnToken(
  state: State,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<string | undefined> {
  for (const token of listTokens(state, request)) {
    const other = await state.auth.surfaceSessions.verify(token);
    if (other && other.userId === viewer.userId && other.apiKeyId === viewer.apiKeyId) return token;
  }
  return undefined;
}

async function endSessions(state: State, request: LogoutRequest): Promise<AnswerHeaders> {
  for (const token of listTokens(state, request)) await state.auth.surfaceSessions.end(token);
  const { session, remember } = toCookies(state, request.root());
  return { 'Set-Cookie': [...session.remove(request), ...remember.remove(request)] };
}

/** Clients of this protocol reach it below the prefix, which may change while the server runs. */
function toCookies({ config }: State, root: string): Record<'session' | 'remember', Cookie> {
  const path = `${rootForm.exec(root)?.[1] ?? config.server.basePath}/${config.compatApi.prefix}`;
  return {
    session: createCookie(config, { name: 'lectern_compat', path }),
    remember: createCookie(config, { name: 'lectern_compat_remember', path }),
  };
}

function listTokens(state: State, request: Caller): string[] {
  const header = request.headers[tokenHeader];
  const { session, remember } = toCookies(state, '');
  const candidates = [
    typeof header === 'string' ? header : undefined,
    session.find(request),
    remember.find(request),
  ];
  return candidates.filter((token): token is string => token !== undefined && token !== '');
}

/** After many wrong passwords a sign-in waits for seconds at most: that a client has gone is not watched for. */
const neverAborted = () => new AbortController().signal;

/** What of a request identifies the caller. */
type Caller = Pick<CallRequest, 'id' | 'ip' | 'headers' | 'protocol'>;
/** The path below which the client reaches the server, whatever the host. */
const rootForm = /^https?:\/\/[^/]*((?:\/[A-Za-z0-9._~-]+)*)\/?$/;

type LogoutRequest = Caller & Pick<CallRequest, 'root'>;

const hasCredentials = ({ headers: { authorization, ...headers } }: Caller): boolean =>
  headers['x-api-key'] !== undefined ||
  (typeof authorization === 'string' && /^(basic|bearer)(\s|$)/i.test(authorization));

const pathOf = ({ url }: FastifyRequest): string => withoutEndSlashes(url.split('?', 1)[0] ?? '');
const isLogout = (request: FastifyRequest): boolean => pathOf(request).endsWith('/api/logout');
const wantsCookie = (request: FastifyRequest): boolean =>
  pathOf(request).endsWith('/api/v1/login/set-cookie');
const wantsRememberMe = ({ url }: FastifyRequest): boolean => /[?&]remember-me=true(&|$)/.test(url);

// Authentication with a password, API key or access token, each of which creates a session. Later requests use the
// session by cookie or, for clients that send `X-Auth-Token`, by that header. Credentials take precedence over
// sessions: a wrong password is an error even with a valid cookie.

import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Cookie } from '#infrastructure/http/browser-security/cookies.ts';
import { toRoot } from '#infrastructure/http/clients/root-address.ts';
import type { AnswerHeaders } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import type { CompatDependencies } from './dependencies.ts';

const tokenHeader = 'x-auth-token';

interface State extends CompatDependencies {
  /** The session token that authenticated a request. */
  tokens: WeakMap<object, string>;
}

export class Credentials {
  readonly #state: State;

  constructor(deps: CompatDependencies) {
    this.#state = { ...deps, tokens: new WeakMap() };
  }

  /** Idempotent for a request. */
  authenticate(request: Caller): Promise<Viewer | undefined> | Viewer | undefined {
    return hasCredentials(request)
      ? verifyCredentials(this.#state, request)
      : verifySession(this.#state, request);
  }

  /** Headers with the session for the caller, unless the client already has it. */
  greet(viewer: Viewer, request: FastifyRequest): Promise<AnswerHeaders | undefined> {
    return greet(this.#state, viewer, request);
  }

  /** Ends all sessions of the request. The returned headers delete them in the client. */
  end(request: LogoutRequest): Promise<AnswerHeaders> {
    return endSessions(this.#state, request);
  }
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

/** The session cookie or token of the request if it belongs to this caller and has the same permissions. */
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

/** Cookies are limited to the prefix, which may change at runtime. */
function toCookies({ config }: State, root: string): Record<'session' | 'remember', Cookie> {
  const path = `${rootForm.exec(root)?.[1] ?? config.server.basePath}/${config.compatApi.prefix}`;
  return {
    session: new Cookie(config, { name: 'lectern_compat', path }),
    remember: new Cookie(config, { name: 'lectern_compat_remember', path }),
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

/** A sign-in after wrong passwords is delayed by a few seconds at most, so disconnects are not watched. */
const neverAborted = () => new AbortController().signal;

/** The parts of a request that identify the caller. */
type Caller = Pick<CallRequest, 'id' | 'ip' | 'headers' | 'protocol'>;
/** Matches the path under which the client reaches the server, for any host. */
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

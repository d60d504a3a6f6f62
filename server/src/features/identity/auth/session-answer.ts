// The response with a new session: the pair of tokens in the body, the session cookie for images, and the cookie that
// identifies this device from now on.
import { randomUUID } from 'node:crypto';
import type { Session, SessionUser } from '@lectern/contract/identity/auth';
import { toPermissions, toRole } from '#infrastructure/access/rights.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { Cookie, hasCookie } from '#infrastructure/http/browser-security/cookies.ts';
import { answer, type JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import type { Tokens } from '../tokens/index.ts';
import type { NewSession } from './sessions.ts';

const sessionName = 'lectern_session';
const deviceLifetimeSeconds = 365 * 24 * 3_600;

type AnyConfig = Pick<Config, 'auth' | 'server'>;

/** Authenticates requests that the browser itself sends, such as those for images. */
export const createSessionCookie = (config: AnyConfig): Cookie =>
  new Cookie(config, { name: sessionName, path: toPath(config) });

/** Whether a browser sends a session cookie, valid or not, under one of its names. */
export const hasSessionCookie = (headers: CallRequest['headers']): boolean => hasCookie(headers, sessionName);

const toPath = ({ server }: AnyConfig): string => server.basePath || '/';

export class SessionAnswers {
  readonly #auth: Config['auth'];
  readonly #tokens: Tokens;
  readonly #clock: Clock;
  readonly #sessionCookie: Cookie;
  readonly #deviceCookie: Cookie;

  constructor(config: AnyConfig, tokens: Tokens, clock: Clock) {
    this.#auth = config.auth;
    this.#tokens = tokens;
    this.#clock = clock;
    this.#sessionCookie = createSessionCookie(config);
    this.#deviceCookie = new Cookie(config, { name: 'lectern_device', path: toPath(config) });
  }

  /** 200 or 201 with the session; `knowDevice` sets the cookie of a known device. */
  toAnswer(
    session: NewSession,
    request: CallRequest,
    { status, knowDevice }: { status: number; knowDevice: boolean },
  ): JsonAnswer<Session> {
    const expiresIn = this.#auth.accessTokenMinutes * 60;
    // The cookie lasts as long as the refresh token, because images must load even if no script has run for an hour.
    // The session is looked up, so the cookie still ends with it.
    const cookieSeconds = this.#auth.refreshTokenDays * 24 * 3_600;
    const signed = this.#sign('cookie', session, cookieSeconds);
    const cookies = this.#sessionCookie.set(request, signed, cookieSeconds);
    if (knowDevice) cookies.push(...this.#markDevice(request, session.user.id));
    const body: Session = {
      accessToken: this.#sign('access', session, expiresIn),
      tokenType: 'Bearer',
      expiresIn,
      refreshToken: session.refreshToken,
      user: toSessionUser(session.user),
    };
    return answer(body, { status, headers: { 'Set-Cookie': cookies, 'Cache-Control': 'no-store' } });
  }

  /** A 204 response that makes the browser forget the session and its cache. */
  toFarewell(request: CallRequest, { via }: Pick<Viewer, 'via'>): JsonAnswer {
    return answer(undefined, {
      status: 204,
      headers: {
        'Set-Cookie': this.#sessionCookie.remove(request),
        // Images are cached permanently by their addresses. Not "storage", which contains data of other accounts on
        // the device. Browsers log a warning for requests without cookies.
        ...(via === 'cookie' && { 'Clear-Site-Data': '"cache"' }),
      },
    });
  }

  /** Returns the id of the known device that the browser is for this account. */
  findDevice(request: CallRequest, userId: string): string | undefined {
    const mark = this.#deviceCookie.find(request);
    const claims = mark === undefined ? undefined : this.#tokens.verify('device', mark);
    return claims?.userId === userId ? claims.sessionId : undefined;
  }

  #sign(use: 'access' | 'cookie', { user, sessionId }: NewSession, seconds: number): string {
    const expiresAtMs = this.#clock() + seconds * 1000;
    return this.#tokens.sign(use, { userId: user.id, sessionId, expiresAtMs });
  }

  #markDevice(request: CallRequest, userId: string): string[] {
    const expiresAtMs = this.#clock() + deviceLifetimeSeconds * 1000;
    const mark = this.#tokens.sign('device', { userId, sessionId: randomUUID(), expiresAtMs });
    return this.#deviceCookie.set(request, mark, deviceLifetimeSeconds);
  }
}

/** The client's user agent; empty if it sends none. */
export const toAgent = ({ headers }: CallRequest): string => String(headers['user-agent'] ?? '');

export const toSessionUser = (user: UserTable): SessionUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  role: toRole(user.role),
  permissions: toPermissions(user),
  emailVerified: user.emailVerified === 1,
  language: user.language,
});

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

export interface SessionAnswers {
  /** 200 or 201 with the session; `knowDevice` sets the cookie of a known device. */
  toAnswer(
    session: NewSession,
    request: CallRequest,
    how: { status: number; knowDevice: boolean },
  ): JsonAnswer<Session>;
  /** A 204 response that makes the browser forget the session and its cache. */
  toFarewell(request: CallRequest, viewer: Pick<Viewer, 'via'>): JsonAnswer;
  /** Returns the id of the known device that the browser is for this account. */
  findDevice(request: CallRequest, userId: string): string | undefined;
}

interface Dependencies {
  config: Pick<Config, 'auth' | 'server'>;
  tokens: Tokens;
  clock: Clock;
}

/** Authenticates requests that the browser itself sends, such as those for images. */
export const createSessionCookie = (config: Dependencies['config']): Cookie =>
  new Cookie(config, { name: sessionName, path: toPath(config) });

/** Whether a browser sends a session cookie, valid or not, under one of its names. */
export const hasSessionCookie = (headers: CallRequest['headers']): boolean => hasCookie(headers, sessionName);

const toPath = ({ server }: Dependencies['config']): string => server.basePath || '/';

export function createSessionAnswers({ config, tokens, clock }: Dependencies): SessionAnswers {
  const { auth } = config;
  const sessionCookie = createSessionCookie(config);
  const deviceCookie = new Cookie(config, { name: 'lectern_device', path: toPath(config) });
  const sign = (use: 'access' | 'cookie', { user, sessionId }: NewSession, seconds: number): string =>
    tokens.sign(use, { userId: user.id, sessionId, expiresAtMs: clock() + seconds * 1000 });

  return {
    toAnswer(session, request, { status, knowDevice }) {
      const expiresIn = auth.accessTokenMinutes * 60;
      // The cookie lasts as long as the refresh token, because images must load even if no script has run for an hour.
      // The session is looked up, so the cookie still ends with it.
      const cookieSeconds = auth.refreshTokenDays * 24 * 3_600;
      const cookies = sessionCookie.set(request, sign('cookie', session, cookieSeconds), cookieSeconds);
      if (knowDevice) cookies.push(...markDevice(request, session.user.id));
      const body: Session = {
        accessToken: sign('access', session, expiresIn),
        tokenType: 'Bearer',
        expiresIn,
        refreshToken: session.refreshToken,
        user: toSessionUser(session.user),
      };
      return answer(body, { status, headers: { 'Set-Cookie': cookies, 'Cache-Control': 'no-store' } });
    },

    toFarewell: (request, { via }) =>
      answer(undefined, {
        status: 204,
        headers: {
          'Set-Cookie': sessionCookie.remove(request),
          // Images are cached permanently by their addresses. Not "storage", which contains data of other accounts on
          // the device. Browsers log a warning for requests without cookies.
          ...(via === 'cookie' && { 'Clear-Site-Data': '"cache"' }),
        },
      }),

    findDevice(request, userId) {
      const mark = deviceCookie.find(request);
      const claims = mark === undefined ? undefined : tokens.verify('device', mark);
      return claims?.userId === userId ? claims.sessionId : undefined;
    },
  };

  function markDevice(request: CallRequest, userId: string): string[] {
    const expiresAtMs = clock() + deviceLifetimeSeconds * 1000;
    const mark = tokens.sign('device', { userId, sessionId: randomUUID(), expiresAtMs });
    return deviceCookie.set(request, mark, deviceLifetimeSeconds);
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
});

// The cookies of the refresh tokens, one per account. Browsers send them only to the sign-in routes (`Path`), and not
// with requests from other sites (`SameSite=Strict`).
import type { Config } from '#infrastructure/config/schema.ts';
import { createCookie } from '#infrastructure/http/browser-security/cookies.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';

export interface RefreshCookie {
  userId: string;
  refreshToken: string;
}

export interface RefreshCookies {
  /** All refresh cookies of the browser, oldest first (RFC 6265 §5.4). */
  list(request: CallRequest): RefreshCookie[];
  find(request: CallRequest, userId: string): string | undefined;
  /** Returns the `Set-Cookie` lines. */
  set(request: CallRequest, userId: string, refreshToken: string): string[];
  remove(request: CallRequest, userId: string): string[];
}

const named = /^(?:__Secure-)?lectern_refresh_([\da-f-]{36})=/;

export function createRefreshCookies(config: Pick<Config, 'auth' | 'server'>): RefreshCookies {
  const path = `${config.server.basePath}/api/v1/auth`;
  const maxAgeSeconds = config.auth.refreshTokenDays * 24 * 3_600;
  const of = (userId: string) =>
    createCookie(config, { name: `lectern_refresh_${userId}`, path, sameSite: 'Strict' });
  const list: RefreshCookies['list'] = (request) =>
    (request.headers.cookie ?? '')
      .toString()
      .split(';')
      .flatMap((pair) => {
        const userId = named.exec(pair.trim())?.[1] ?? '';
        const refreshToken = userId === '' ? undefined : of(userId).find(request);
        return refreshToken === undefined ? [] : [{ userId, refreshToken }];
      });
  return {
    list,
    find: (request, userId) => of(userId).find(request),
    set: (request, userId, refreshToken) => of(userId).set(request, refreshToken, maxAgeSeconds),
    remove: (request, userId) => of(userId).remove(request),
  };
}

// The cookies of the refresh tokens, one per account. Browsers send them only to the sign-in routes (`Path`), and not
// with requests from other sites (`SameSite=Strict`).
import type { Config } from '#infrastructure/config/schema.ts';
import { Cookie } from '#infrastructure/http/browser-security/cookies.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';

export interface RefreshCookie {
  userId: string;
  refreshToken: string;
}

const named = /^(?:__Secure-)?lectern_refresh_([\da-f-]{36})=/;

export class RefreshCookies {
  readonly #config: Pick<Config, 'auth' | 'server'>;
  readonly #path: string;
  readonly #maxAgeSeconds: number;

  constructor(config: Pick<Config, 'auth' | 'server'>) {
    this.#config = config;
    this.#path = `${config.server.basePath}/api/v1/auth`;
    this.#maxAgeSeconds = config.auth.refreshTokenDays * 24 * 3_600;
  }

  /** All refresh cookies of the browser, oldest first (RFC 6265 §5.4). */
  list(request: CallRequest): RefreshCookie[] {
    return (request.headers.cookie ?? '')
      .toString()
      .split(';')
      .flatMap((pair) => {
        const userId = named.exec(pair.trim())?.[1] ?? '';
        const refreshToken = userId === '' ? undefined : this.#of(userId).find(request);
        return refreshToken === undefined ? [] : [{ userId, refreshToken }];
      });
  }

  find(request: CallRequest, userId: string): string | undefined {
    return this.#of(userId).find(request);
  }

  /** Returns the `Set-Cookie` lines. */
  set(request: CallRequest, userId: string, refreshToken: string): string[] {
    return this.#of(userId).set(request, refreshToken, this.#maxAgeSeconds);
  }

  remove(request: CallRequest, userId: string): string[] {
    return this.#of(userId).remove(request);
  }

  #of(userId: string) {
    return new Cookie(this.#config, {
      name: `lectern_refresh_${userId}`,
      path: this.#path,
      sameSite: 'Strict',
    });
  }
}

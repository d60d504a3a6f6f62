// Cookies (RFC 6265): parses the header of a request, and writes the header of a response.
import { type ConnectionSettings, isSecureConnection } from '../clients/secure-connection.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface CookieRequest {
  headers: Headers;
  /** `https` when the client's connection is encrypted, as reported by trusted proxies. */
  protocol: string;
}

export interface CookieOptions {
  path: string;
  secure: boolean;
  /** Seconds until the cookie expires; 0 deletes it. */
  maxAgeSeconds: number;
  /** `Strict`: not sent with requests from other sites, not even with followed links. */
  sameSite?: SameSite | undefined;
}

type SameSite = 'Lax' | 'Strict';

/** Returns the value of the first cookie with that name, or undefined. Values are not unescaped. */
export function findCookie(headers: Headers, name: string): string | undefined {
  const header = headers.cookie;
  if (typeof header !== 'string') return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Returns `Set-Cookie` with HttpOnly. Other sites' requests send the cookie only when they follow a link, if at all.
 */
export function toSetCookie(name: string, value: string, options: CookieOptions): string {
  const { path, secure, maxAgeSeconds, sameSite = 'Lax' } = options;
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}`;
  return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
}

const hostPrefix = '__Host-';
const securePrefix = '__Secure-';

/** Returns whether the request has such a cookie under any of its names. */
export const hasCookie = (headers: Headers, name: string): boolean =>
  [hostPrefix, securePrefix, ''].some((prefix) => findCookie(headers, prefix + name) !== undefined);

export interface CookieKind {
  name: string;
  path: string;
  sameSite?: SameSite;
}

/**
 * A cookie with one name. On secure connections it is `Secure`, and its name has the prefix that prevents other hosts
 * and unencrypted pages from setting it (RFC 6265bis §4.1.3): `__Host-` for the whole host, `__Secure-` below a path.
 * The name without a prefix is neither read nor set then.
 */
export class Cookie {
  readonly #settings: ConnectionSettings;
  readonly #options: CookieKind;
  readonly #prefixed: string;

  constructor(settings: ConnectionSettings, options: CookieKind) {
    this.#settings = settings;
    this.#options = options;
    this.#prefixed = `${options.path === '/' ? hostPrefix : securePrefix}${options.name}`;
  }

  find(request: CookieRequest): string | undefined {
    return findCookie(request.headers, this.#isSecure(request) ? this.#prefixed : this.#options.name);
  }

  /** Returns the `Set-Cookie` lines. Deletes a cookie without the prefix, which was set over HTTP. */
  set(request: CookieRequest, value: string, maxAgeSeconds: number): string[] {
    if (!this.#isSecure(request))
      return [
        toSetCookie(this.#options.name, value, {
          path: this.#options.path,
          secure: false,
          maxAgeSeconds,
          sameSite: this.#options.sameSite,
        }),
      ];
    const old = findCookie(request.headers, this.#options.name) !== undefined;
    return [
      toSetCookie(this.#prefixed, value, {
        path: this.#options.path,
        secure: true,
        maxAgeSeconds,
        sameSite: this.#options.sameSite,
      }),
      ...(old
        ? [toSetCookie(this.#options.name, '', { path: this.#options.path, secure: true, maxAgeSeconds: 0 })]
        : []),
    ];
  }

  remove(request: CookieRequest): string[] {
    return this.set(request, '', 0);
  }

  #isSecure(request: CookieRequest): boolean {
    return this.#settings.auth.secureCookies ?? isSecureConnection(this.#settings.server, request);
  }
}

// Cookies as text (RFC 6265): reads one from a request's header, writes one for an answer. What they hold is the
// business of those who set them.

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface CookieOptions {
  path: string;
  secure: boolean;
  /** Seconds until the browser forgets it; 0 removes it at once. */
  maxAgeSeconds: number;
}

/** The value of the first cookie of that name, or undefined. Values are taken as they stand: ours need no escapes. */
export function findCookie(headers: Headers, name: string): string | undefined {
  const header = headers.cookie;
  if (typeof header !== 'string') return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** `Set-Cookie` that no script can read and that other sites' requests carry only when they follow a link. */
export function toSetCookie(name: string, value: string, options: CookieOptions): string {
  const { path, secure, maxAgeSeconds } = options;
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
}

// Protection against cross-site request forgery: browsers also send cookies with requests from other sites' pages, so
// such requests may only read.
import type { FastifyRequest } from 'fastify';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Credentials that browsers send automatically: cookies, and a password entered in their dialog. */
export const isAmbient = ({ authorization, cookie }: Headers): boolean =>
  typeof authorization === 'string' ? /^basic\s/i.test(authorization) : cookie !== undefined;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns whether a cookie-authenticated request writes and does not prove that it comes from the server's own pages.
 * Browsers send `Sec-Fetch-Site` (only to https and localhost) or `Origin` (always with unsafe methods); a request
 * without either counts as foreign. Only the host of `Origin` is compared, because a TLS proxy that is not configured
 * as trusted hides the scheme.
 */
export function isForeignWrite(request: Pick<FastifyRequest, 'method' | 'host' | 'headers'>): boolean {
  if (safeMethods.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return true;
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1]?.toLowerCase() !== request.host.toLowerCase();
}

// Protection against cross-site request forgery: browsers send cookies with requests of other sites' pages, too, so
// such requests may only read.
import type { FastifyRequest } from 'fastify';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Credentials that browsers send automatically: cookies, and a password entered in their dialog. */
export const isAmbient = ({ authorization, cookie }: Headers): boolean =>
  typeof authorization === 'string' ? /^basic\s/i.test(authorization) : cookie !== undefined;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that a cookie authenticates is to write and does not show that it comes from the server's own
 * pages. Browsers send `Sec-Fetch-Site` (only to https and localhost) or `Origin` (always with unsafe methods); without
 * either it counts as foreign. Only the host of `Origin` is compared: a proxy that terminates TLS and is not configured
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

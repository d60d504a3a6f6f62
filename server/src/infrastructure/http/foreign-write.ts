// Cross-site request forgery: a cookie goes along with every request that a page of another site makes, so such a
// request may only read.
import type { FastifyRequest } from 'fastify';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Credentials that browsers send by themselves: cookies, and a password that was typed into their dialog. */
export const isAmbient = ({ authorization, cookie }: Headers): boolean =>
  typeof authorization === 'string' ? /^basic\s/i.test(authorization) : cookie !== undefined;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that a cookie authenticates wants to write without showing that it comes from our own pages.
 * Browsers say so by `Sec-Fetch-Site` (only towards https and localhost) or by `Origin` (always on unsafe methods);
 * without either it counts as foreign. Of `Origin` only the host is compared: a proxy that ends TLS and is not
 * configured as trusted hides the scheme from us, and a page of the same host over http is no other site to SameSite
 * cookies of old.
 */
export function isForeignWrite(request: Pick<FastifyRequest, 'method' | 'host' | 'headers'>): boolean {
  if (safeMethods.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return true;
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1]?.toLowerCase() !== request.host.toLowerCase();
}

// What happens to every request before its handler: id, security headers, who calls, the rate limit.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import { newId } from '#kernel/ids.ts';
import { type BucketState, createRateLimiter } from './rate-limit.ts';
import type { Authenticate } from './request-state.ts';

/** Headers that make browsers careful with everything we send. The web client and the API reference bring a CSP of their own. */
const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface HookOptions {
  config: Pick<Config, 'rateLimit'>;
  authenticate: Authenticate;
  clock: Clock;
}

export function addHooks(server: FastifyInstance, { config, authenticate, clock }: HookOptions): void {
  const limits = config.rateLimit;
  const anonymous = createRateLimiter({ rps: limits.anonymousRps, burst: limits.anonymousBurst }, clock);
  const authenticated = createRateLimiter(
    { rps: limits.authenticatedRps, burst: limits.authenticatedBurst },
    clock,
  );
  server.decorateRequest('viewer', undefined);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('X-Request-Id', request.id);
    request.viewer = await authenticate(request);
    if (!limits.enabled) return;
    const cost = request.routeOptions.config.description?.exemptFromRateLimit ? 0 : 1;
    const { viewer } = request;
    const bucket = viewer
      ? authenticated.draw(viewer.userId, cost)
      : anonymous.draw(toClientKey(request.ip), cost);
    setRateHeaders(reply, bucket);
    if (!bucket.allowed) return refuse(reply, bucket);
  });
}

export const makeRequestId = (): string => newId();

/** One household's IPv6 addresses share the first 64 bits: they are one client. */
function toClientKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

function setRateHeaders(reply: FastifyReply, bucket: BucketState): void {
  reply.header('X-RateLimit-Limit', bucket.limit);
  reply.header('X-RateLimit-Remaining', bucket.remaining);
  reply.header('X-RateLimit-Reset', bucket.resetSeconds);
}

/** The 429 of specification section 7.1. */
function refuse(reply: FastifyReply, bucket: BucketState): FastifyReply {
  const seconds = Math.max(1, bucket.resetSeconds);
  return reply
    .code(429)
    .header('Retry-After', seconds)
    .header('Cache-Control', 'no-store')
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: 'rate_limit_exceeded',
        message: `Too many requests; wait ${seconds} second${seconds === 1 ? '' : 's'}`,
        retry_after: seconds,
      }),
    );
}

/** A cookie goes along with every request that a page of another site makes: such a request may only read. */
export function isForeignWrite(request: FastifyRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return true;
  return origin !== `${request.protocol}://${request.host}`;
}

// Rate limiting of requests: which token bucket a request draws from, and the headers about it.
import { toRecord } from '@lectern/contract/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { toClientKey } from '../clients/client-address.ts';
import { type BucketState, RateLimiter, type RateLimits } from './rate-limit.ts';
import { shareDraws } from './shared-draws.ts';

/**
 * An authenticated user has a separate bucket; other callers share one per address. With `events`, buckets are shared
 * by all servers.
 */
export class Admission {
  readonly #deps: Pick<Config, 'rateLimit'>;
  readonly #anonymous: RateLimiter;
  readonly #authenticated: RateLimiter;
  readonly #stopSharing: () => void;

  constructor(deps: Pick<Config, 'rateLimit'>, clock: Clock, events?: EventBus) {
    this.#deps = deps;
    const isShared = events !== undefined;
    this.#anonymous = new RateLimiter(limitsOf(deps.rateLimit, 'anonymous'), clock, { isShared });
    this.#authenticated = new RateLimiter(limitsOf(deps.rateLimit, 'authenticated'), clock, { isShared });
    this.#stopSharing = events
      ? shareDraws({ anonymous: this.#anonymous, authenticated: this.#authenticated }, events)
      : () => {};
  }

  /** Draws the tokens of a request and sets the three headers; undefined if the limit is off. */
  draw(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | undefined): BucketState | undefined {
    if (!this.#deps.rateLimit.enabled) return undefined;
    const cost = costOf(request, viewer);
    const bucket = viewer
      ? this.#authenticated.draw(viewer.userId, cost)
      : this.#anonymous.draw(toClientKey(request.ip), cost);
    reply.header('x-ratelimit-limit', bucket.limit);
    reply.header('x-ratelimit-remaining', bucket.remaining);
    reply.header('x-ratelimit-reset', bucket.resetSeconds);
    return bucket;
  }

  close(): void {
    this.#stopSharing();
  }

  /** Draws tokens of an address for bytes that are not a valid request. */
  drawUnread(address: string): BucketState | undefined {
    return this.#deps.rateLimit.enabled
      ? this.#anonymous.draw(toClientKey(address), tenths.whole)
      : undefined;
  }
}

const tenths = { exempt: 0, tenth: 1, whole: 10 } as const;

/**
 * Requests of signed-in users on other protocols cost a tenth: reader apps request hundreds of entries and covers
 * together, and show a 429 as an error. There, a request without credentials costs a tenth, too, because some apps
 * send each request first without and then with a password. Failed authentication may be guessing, so it costs a whole
 * token on any route.
 */
function costOf(request: FastifyRequest, viewer: Viewer | undefined): number {
  const { description: route, surface } = request.routeOptions?.config ?? {};
  if (!route) return tenths.whole;
  if (viewer || route.access === 'anyone') {
    const isReader = viewer !== undefined && surface !== undefined;
    return tenths[route.rateLimit ?? (isReader ? 'tenth' : 'whole')];
  }
  if (route.rateLimit === 'exempt') return tenths.exempt;
  return surface && !hasCredentials(request) ? tenths.tenth : tenths.whole;
}

const credentialHeaders = [
  'authorization',
  'cookie',
  'x-api-key',
  'x-auth-token',
  'x-auth-user',
  'x-auth-key',
];

/** Includes credentials in the address. */
const hasCredentials = ({ headers, params }: FastifyRequest): boolean =>
  'token' in toRecord(params) || credentialHeaders.some((name) => headers[name] !== undefined);

/** Changes with the settings. */
const limitsOf = (limits: Config['rateLimit'], kind: 'anonymous' | 'authenticated'): RateLimits => ({
  get rps() {
    return limits[`${kind}Rps`];
  },
  get burst() {
    return limits[`${kind}Burst`];
  },
});

// The token bucket of specification section 8.2. No library gives its three headers.
import type { Clock } from '#kernel/clock.ts';
import { createRecent } from '#kernel/recent.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

export interface BucketState {
  allowed: boolean;
  /** Burst size. */
  limit: number;
  /** Whole tokens left. */
  remaining: number;
  /** Whole seconds until a token is available, 0 when one is. */
  resetSeconds: number;
}

export interface RateLimits {
  rps: number;
  burst: number;
}

export interface RateLimiter {
  /** Draws `cost` tokens for `key`, or with `cost` 0 only looks. */
  draw(key: string, cost: number): BucketState;
}

/**
 * One kind of client: everybody has a bucket of their own that refills steadily. At most `max` are remembered. The
 * limits are read at each draw: they may change.
 */
export function createRateLimiter(limits: Readonly<RateLimits>, clock: Clock, max = 100_000): RateLimiter {
  const buckets = createRecent<Bucket>(max);
  return {
    draw(key, cost) {
      const nowMs = clock();
      const { rps, burst } = limits;
      const known = buckets.get(key);
      const bucket = known ?? { tokens: burst, atMs: nowMs };
      if (!known && cost > 0) buckets.set(key, bucket);
      // A clock that goes back must not drain anyone.
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * rps) / 1000);
      bucket.atMs = nowMs;
      const allowed = bucket.tokens + 1e-9 >= cost;
      if (allowed) bucket.tokens -= cost;
      const missing = Math.max(0, Math.min(1, cost || 1) - bucket.tokens);
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(bucket.tokens + 1e-9),
        resetSeconds: missing > 1e-9 ? Math.ceil(missing / rps) : 0,
      };
    },
  };
}

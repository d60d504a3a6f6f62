// The token bucket of each caller. No library has the three headers of the API.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** Buckets count in tenths of tokens, as integers, so that there are no rounding errors. */
const tenthsOfToken = 10;

interface Bucket {
  tenths: number;
  /** Time until which the bucket was refilled. */
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
  /** Whole seconds until the tokens could be drawn, 0 when they were. */
  retrySeconds: number;
}

export interface RateLimits {
  rps: number;
  burst: number;
}

export interface RateLimiter {
  /** Draws this many tenths of a token for `key`; 0 only reads the bucket. */
  draw(key: string, tenths: number): BucketState;
}

/**
 * The buckets of one kind of client: each refills steadily. At most `max` are stored. Limits are read at each draw, as
 * they may change.
 */
export function createRateLimiter(limits: Readonly<RateLimits>, clock: Clock, max = 100_000): RateLimiter {
  const buckets = createRecent<Bucket>(max);
  return {
    draw(key, tenths) {
      const nowMs = clock();
      const { rps, burst } = limits;
      const known = buckets.get(key);
      const bucket = known ?? { tenths: burst * tenthsOfToken, atMs: nowMs };
      if (!known && tenths > 0) buckets.set(key, bucket);
      refill(bucket, limits, nowMs);
      const allowed = bucket.tenths >= tenths;
      if (allowed) bucket.tenths -= tenths;
      const secondsUntil = (wanted: number) =>
        Math.max(0, Math.ceil((wanted - bucket.tenths) / tenthsOfToken / rps - 1e-9));
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(bucket.tenths / tenthsOfToken),
        resetSeconds: secondsUntil(tenthsOfToken),
        retrySeconds: allowed ? 0 : secondsUntil(tenths),
      };
    },
  };
}

function refill(bucket: Bucket, { rps, burst }: Readonly<RateLimits>, nowMs: number): void {
  const full = burst * tenthsOfToken;
  const tenthMs = 1000 / (rps * tenthsOfToken);
  // A clock that was set back must neither drain a bucket nor refill it twice.
  if (nowMs < bucket.atMs) bucket.atMs = nowMs;
  const back = Math.floor((nowMs - bucket.atMs) / tenthMs + 1e-6);
  bucket.tenths = Math.min(full, bucket.tenths + back);
  bucket.atMs = bucket.tenths === full ? nowMs : bucket.atMs + back * tenthMs;
}

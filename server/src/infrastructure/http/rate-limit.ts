// The token bucket of each caller. No library gives its three headers.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** A bucket holds whole tenths of tokens, so that no sum of fractions is ever off by one. */
const tenthsOfToken = 10;

interface Bucket {
  tenths: number;
  /** Until when what came back is counted. */
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
  /** Whole seconds until what was asked for could be drawn, 0 when it was. */
  retrySeconds: number;
}

export interface RateLimits {
  rps: number;
  burst: number;
}

export interface RateLimiter {
  /** Draws so many tenths of a token for `key`, or with 0 only looks. */
  draw(key: string, tenths: number): BucketState;
}

/**
 * One kind of client: everybody has a bucket of their own that refills steadily. At most `max` are remembered. The
 * limits are read at each draw: they may change.
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
  // A clock that goes back must not drain anyone, nor give what was given already.
  if (nowMs < bucket.atMs) bucket.atMs = nowMs;
  const back = Math.floor((nowMs - bucket.atMs) / tenthMs + 1e-6);
  bucket.tenths = Math.min(full, bucket.tenths + back);
  bucket.atMs = bucket.tenths === full ? nowMs : bucket.atMs + back * tenthMs;
}

// The token bucket of each caller. No library has the three headers of the API.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** Buckets count tenths of tokens as integers, to avoid rounding errors. */
const tenthsOfToken = 10;

interface Bucket {
  tenths: number;
  /** Time until which the bucket was refilled. */
  atMs: number;
  /** Draws that were not reported to the other servers yet. */
  unreportedTenths: number;
}

/** Tenths of tokens that callers have drawn. */
export type Draws = [key: string, tenths: number][];

export interface BucketState {
  allowed: boolean;
  /** Burst size. */
  limit: number;
  /** Whole tokens left. */
  remaining: number;
  /** Whole seconds until a token is available, 0 if one is available. */
  resetSeconds: number;
  /** Whole seconds until the tokens can be drawn, 0 if they were. */
  retrySeconds: number;
}

export interface RateLimits {
  rps: number;
  burst: number;
}

export interface RateLimiter {
  /** Draws this many tenths of a token for `key`; 0 only reads the bucket. */
  draw(key: string, tenths: number): BucketState;
  /** Applies draws at another server. They may leave a debt, which the bucket refills first. */
  drawElsewhere(draws: Draws): void;
  /** Returns draws to report to other servers since the last call. Small draws are reported when they add up. */
  takeDraws(): Draws;
}

/** Share of a full bucket below which draws are not reported. */
const reportedShare = 0.1;

/**
 * The buckets of one kind of client, refilled steadily. At most `max` are stored. Limits are read at each draw, because
 * they may change. With `isShared`, draws are collected for other servers.
 */
export function createRateLimiter(
  limits: Readonly<RateLimits>,
  clock: Clock,
  { max = 100_000, isShared = false }: { max?: number; isShared?: boolean } = {},
): RateLimiter {
  const buckets = createRecent<Bucket>(max);
  const reported = new Map<string, number>();
  /** Returns the bucket refilled until now. A new one is stored when something is drawn from it. */
  function findBucket(key: string, tenths: number): Bucket {
    const known = buckets.get(key);
    const bucket = known ?? { tenths: limits.burst * tenthsOfToken, atMs: clock(), unreportedTenths: 0 };
    if (known) refill(known, limits, clock());
    else if (tenths > 0) buckets.set(key, bucket);
    return bucket;
  }

  function report(key: string, bucket: Bucket, tenths: number): void {
    bucket.unreportedTenths += tenths;
    if (bucket.unreportedTenths < limits.burst * tenthsOfToken * reportedShare) return;
    if (reported.size < max) reported.set(key, (reported.get(key) ?? 0) + bucket.unreportedTenths);
    bucket.unreportedTenths = 0;
  }

  return {
    draw(key, tenths) {
      const { rps, burst } = limits;
      const bucket = findBucket(key, tenths);
      const allowed = bucket.tenths >= tenths;
      if (allowed) {
        bucket.tenths -= tenths;
        if (isShared) report(key, bucket, tenths);
      }
      const secondsUntil = (wanted: number) =>
        Math.max(0, Math.ceil((wanted - bucket.tenths) / tenthsOfToken / rps - 1e-9));
      return {
        allowed,
        limit: burst,
        remaining: Math.max(0, Math.floor(bucket.tenths / tenthsOfToken)),
        resetSeconds: secondsUntil(tenthsOfToken),
        retrySeconds: allowed ? 0 : secondsUntil(tenths),
      };
    },
    drawElsewhere(draws) {
      for (const [key, tenths] of draws) {
        const bucket = findBucket(key, tenths);
        bucket.tenths = Math.max(-limits.burst * tenthsOfToken, bucket.tenths - tenths);
      }
    },
    takeDraws() {
      const draws = [...reported];
      reported.clear();
      return draws;
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

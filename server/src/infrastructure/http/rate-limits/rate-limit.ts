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

/** Share of a full bucket below which draws are not reported. */
const reportedShare = 0.1;

/**
 * The buckets of one kind of client, refilled steadily. At most `max` are stored. Limits are read at each draw, because
 * they may change. With `isShared`, draws are collected for other servers.
 */
export class RateLimiter {
  readonly #limits: Readonly<RateLimits>;
  readonly #clock: Clock;
  readonly #isShared: boolean;
  readonly #max: number;
  readonly #buckets;
  readonly #reported = new Map<string, number>();

  constructor(
    limits: Readonly<RateLimits>,
    clock: Clock,
    options: { max?: number; isShared?: boolean } = {},
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#isShared = options.isShared ?? false;
    this.#max = options.max ?? 100_000;
    this.#buckets = createRecent<Bucket>(this.#max);
  }

  /** Draws this many tenths of a token for `key`; 0 only reads the bucket. */
  draw(key: string, tenths: number): BucketState {
    const { rps, burst } = this.#limits;
    const bucket = this.#findBucket(key, tenths);
    const allowed = bucket.tenths >= tenths;
    if (allowed) {
      bucket.tenths -= tenths;
      if (this.#isShared) this.#report(key, bucket, tenths);
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
  }

  /** Applies draws at another server. They may leave a debt, which the bucket refills first. */
  drawElsewhere(draws: Draws): void {
    for (const [key, tenths] of draws) {
      const bucket = this.#findBucket(key, tenths);
      bucket.tenths = Math.max(-this.#limits.burst * tenthsOfToken, bucket.tenths - tenths);
    }
  }

  /** Returns draws to report to other servers since the last call. Small draws are reported when they add up. */
  takeDraws(): Draws {
    const draws = [...this.#reported];
    this.#reported.clear();
    return draws;
  }

  /** Returns the bucket refilled until now. A new one is stored when something is drawn from it. */
  #findBucket(key: string, tenths: number): Bucket {
    const known = this.#buckets.get(key);
    const bucket = known ?? {
      tenths: this.#limits.burst * tenthsOfToken,
      atMs: this.#clock(),
      unreportedTenths: 0,
    };
    if (known) refill(known, this.#limits, this.#clock());
    else if (tenths > 0) this.#buckets.set(key, bucket);
    return bucket;
  }

  #report(key: string, bucket: Bucket, tenths: number): void {
    bucket.unreportedTenths += tenths;
    if (bucket.unreportedTenths < this.#limits.burst * tenthsOfToken * reportedShare) return;
    if (this.#reported.size < this.#max)
      this.#reported.set(key, (this.#reported.get(key) ?? 0) + bucket.unreportedTenths);
    bucket.unreportedTenths = 0;
  }
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

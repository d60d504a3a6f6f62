// Limits calls per minute with a token bucket per plugin, in the memory of this process.
import type { Clock } from '#infrastructure/clock.ts';

const minuteMs = 60_000;

export class CallRate {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a token. Returns 0, or the milliseconds until one is available. `perMinute` 0 means no limit. */
  take(id: string, perMinute: number): number {
    if (perMinute === 0) return 0;
    const nowMs = this.#clock();
    const known = this.#buckets.get(id) ?? { tokens: perMinute, atMs: nowMs };
    const refilled = known.tokens + (Math.max(0, nowMs - known.atMs) * perMinute) / minuteMs;
    const tokens = Math.min(perMinute, refilled);
    this.#buckets.set(id, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    return tokens < 1 ? Math.ceil(((1 - tokens) * minuteMs) / perMinute) : 0;
  }
}

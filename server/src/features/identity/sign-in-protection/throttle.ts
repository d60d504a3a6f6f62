// Increasing delays for repeated failures, counted by key. guard.ts determines the keys.
import type { Clock } from '#infrastructure/clock.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

export interface ThrottleLimits {
  /** Consecutive attempts without a delay. */
  free: number;
  /** The first delay. Each further attempt doubles it, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  /** A counter is reset after this time without a failure. */
  forgetMs: number;
  /** Maximum number of keys with a counter. The least recently used is dropped first. */
  max: number;
}

interface Tally {
  failures: number;
  /** Time at which the next attempt may run. */
  readyAtMs: number;
  lastAtMs: number;
}

export class Throttle {
  readonly #limits: ThrottleLimits;
  readonly #clock: Clock;
  readonly #records;

  constructor(limits: ThrottleLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#records = createRecent<Tally>(limits.max);
  }

  /** Milliseconds that the next attempt has to wait. */
  waitMs(key: string): number {
    const nowMs = this.#clock();
    return Math.max(0, (this.#find(key, nowMs)?.readyAtMs ?? nowMs) - nowMs);
  }

  /** Counts a failure, or an attempt whose result is not known yet. */
  count(key: string): void {
    const nowMs = this.#clock();
    const record = this.#find(key, nowMs) ?? { failures: 0, readyAtMs: nowMs, lastAtMs: nowMs };
    const startsAtMs = Math.max(nowMs, record.readyAtMs);
    record.failures++;
    record.readyAtMs = startsAtMs + this.#toDelayMs(record.failures);
    record.lastAtMs = nowMs;
    this.#records.set(key, record);
  }

  /** Resets the counter after a correct password. */
  forget(key: string): void {
    this.#records.delete(key);
  }

  #find(key: string, nowMs: number): Tally | undefined {
    const record = this.#records.get(key);
    if (!record) return undefined;
    // A clock that was set back must not lengthen a delay.
    if (record.readyAtMs - nowMs > 2 * this.#limits.maxMs) record.readyAtMs = nowMs;
    return nowMs - record.lastAtMs > this.#limits.forgetMs ? undefined : record;
  }

  #toDelayMs(failures: number): number {
    return failures < this.#limits.free
      ? 0
      : Math.min(this.#limits.maxMs, this.#limits.firstMs * 2 ** Math.min(40, failures - this.#limits.free));
  }
}

export type SharedThrottle = Pick<Throttle, 'waitMs' | 'count' | 'forget'>;

const throttleChanged = channel<{ throttle: string; key: string; change: 'count' | 'forget' }>(
  'sign-in.throttle',
);

/** Shares the counts of throttles with this name between all servers. */
export function shareThrottle(name: string, own: Throttle, events: EventBus): SharedThrottle {
  events.subscribe(throttleChanged, ({ throttle, key, change }) => {
    if (throttle === name) own[change](key);
  });
  // Also delivered to this process, immediately.
  const publish = (change: 'count' | 'forget') => (key: string) =>
    events.publish(throttleChanged, { throttle: name, key, change });
  return { waitMs: (key) => own.waitMs(key), count: publish('count'), forget: publish('forget') };
}

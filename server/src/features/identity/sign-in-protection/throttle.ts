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

export interface Throttle {
  /** Milliseconds that the next attempt has to wait. */
  waitMs(key: string): number;
  /** Counts a failure, or an attempt whose result is not known yet. */
  count(key: string): void;
  /** Resets the counter after a correct password. */
  forget(key: string): void;
}

interface Tally {
  failures: number;
  /** Time at which the next attempt may run. */
  readyAtMs: number;
  lastAtMs: number;
}

export function createThrottle(limits: ThrottleLimits, clock: Clock): Throttle {
  const { free, firstMs, maxMs, forgetMs, max } = limits;
  const records = createRecent<Tally>(max);
  const find = (key: string, nowMs: number): Tally | undefined => {
    const record = records.get(key);
    if (!record) return undefined;
    // A clock that was set back must not lengthen a delay.
    if (record.readyAtMs - nowMs > 2 * maxMs) record.readyAtMs = nowMs;
    return nowMs - record.lastAtMs > forgetMs ? undefined : record;
  };
  const toDelayMs = (failures: number): number =>
    failures < free ? 0 : Math.min(maxMs, firstMs * 2 ** Math.min(40, failures - free));
  return {
    waitMs(key) {
      const nowMs = clock();
      return Math.max(0, (find(key, nowMs)?.readyAtMs ?? nowMs) - nowMs);
    },
    count(key) {
      const nowMs = clock();
      const record = find(key, nowMs) ?? { failures: 0, readyAtMs: nowMs, lastAtMs: nowMs };
      const startsAtMs = Math.max(nowMs, record.readyAtMs);
      record.failures++;
      record.readyAtMs = startsAtMs + toDelayMs(record.failures);
      record.lastAtMs = nowMs;
      records.set(key, record);
    },
    forget(key) {
      records.delete(key);
    },
  };
}

const throttleChanged = channel<{ throttle: string; key: string; change: 'count' | 'forget' }>(
  'sign-in.throttle',
);

/** Shares the counts of throttles with this name between all servers. */
export function shareThrottle(name: string, own: Throttle, events: EventBus): Throttle {
  events.subscribe(throttleChanged, ({ throttle, key, change }) => {
    if (throttle === name) own[change](key);
  });
  // Also delivered to this process, immediately.
  const publish = (change: 'count' | 'forget') => (key: string) =>
    events.publish(throttleChanged, { throttle: name, key, change });
  return { waitMs: own.waitMs, count: publish('count'), forget: publish('forget') };
}

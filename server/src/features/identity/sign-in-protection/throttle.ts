// Growing delays for repeated failures: counts attempts by key. guard.ts decides what is counted under which key.
import type { Clock } from '#infrastructure/clock.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

export interface ThrottleLimits {
  /** Attempts in a row without a delay. */
  free: number;
  /** The first delay; each further attempt doubles it, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  /** A counter ends after this time without a failure. */
  forgetMs: number;
  /** Keys with a counter; the least recently used is dropped first. */
  max: number;
}

export interface Throttle {
  /** Milliseconds that the next attempt has to wait. */
  waitMs(key: string): number;
  /** Counts a failure, or an attempt whose outcome is not known yet. */
  count(key: string): void;
  /** The password was right: the counter starts anew. */
  forget(key: string): void;
}

interface Tally {
  failures: number;
  /** When the next attempt may run. */
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

/** The throttles of this name at all servers count together. */
export function shareThrottle(name: string, own: Throttle, events: EventBus): Throttle {
  events.subscribe(throttleChanged, ({ throttle, key, change }) => {
    if (throttle === name) own[change](key);
  });
  // Delivered here at once.
  const publish = (change: 'count' | 'forget') => (key: string) =>
    events.publish(throttleChanged, { throttle: name, key, change });
  return { waitMs: own.waitMs, count: publish('count'), forget: publish('forget') };
}

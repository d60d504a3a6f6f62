// Growing delays for what fails again and again: a pure account of attempts by key. Who is counted under which key
// is decided in sign-in-guard.ts.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

export interface ThrottleLimits {
  /** Attempts in a row that cost nothing. */
  free: number;
  /** Delay after the first that costs; each further one doubles it, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  /** Attempts are forgotten when this long nothing failed. */
  forgetMs: number;
  /** Keys that are remembered; the longest unused is forgotten first. */
  max: number;
}

export interface Throttle {
  /** Milliseconds that the next attempt has to wait. */
  waitMs(key: string): number;
  /** Counts a failure, or an attempt whose outcome is not known yet. */
  count(key: string): void;
  /** The right password: nothing is held against the key any more. */
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
    // A clock that was set back must not make anybody wait longer than the rule says.
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

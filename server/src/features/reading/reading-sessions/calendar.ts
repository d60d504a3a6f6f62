// Days of a time zone, as `2026-01-31`. Pure.

interface Day {
  name: string;
  /** Start of this day and of the next one. */
  startMs: number;
  endMs: number;
}

/** Smallest difference between time zones: times can be grouped by it before their days are known. */
export const quarterMs = 15 * 60 * 1_000;
const quartersOfDay = 24 * 4;

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Optimized for ascending times: caches the previous day. */
export class Calendar {
  readonly #format;
  #last: Day = { name: '', startMs: 0, endMs: 0 };
  #offsetMs = 0;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  }

  /** The day that contains a time. */
  dayOf(ms: number): Day {
    if (ms >= this.#last.startMs && ms < this.#last.endMs) return this.#last;
    const name = this.nameOf(ms);
    // A zone with a former offset in odd minutes must not produce a day that does not contain the time.
    const startMs = Math.min(ms, this.startOf(name));
    this.#last = { name, startMs, endMs: Math.max(ms + 1, this.startOf(shiftDay(name, 1))) };
    return this.#last;
  }

  nameOf(ms: number): string {
    return this.#format.format(ms);
  }

  /** Start of a day. */
  startOf(day: string): number {
    const midnightMs = Date.parse(`${day}T00:00:00Z`);
    if (!this.#isStart(midnightMs + this.#offsetMs, day))
      this.#offsetMs = this.#search(day, midnightMs / quarterMs) - midnightMs;
    return midnightMs + this.#offsetMs;
  }

  #isStart(ms: number, day: string) {
    return this.nameOf(ms) === day && this.nameOf(ms - 1) < day;
  }

  #search(day: string, midnight: number): number {
    let low = midnight - quartersOfDay;
    let high = midnight + quartersOfDay;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.nameOf(middle * quarterMs) < day) low = middle;
      else high = middle;
    }
    return high * quarterMs;
  }
}

/** The first day of the week (Monday) or month that contains a day. */
export function startOfPeriod(day: string, granularity: 'day' | 'week' | 'month'): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shiftDay(day, -weekday);
}

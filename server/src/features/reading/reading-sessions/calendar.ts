// Days of a time zone, as `2026-01-31`. Pure.

interface Day {
  name: string;
  /** Start of this day and of the next one. */
  startMs: number;
  endMs: number;
}

export interface Calendar {
  /** The day that contains a time. */
  dayOf(ms: number): Day;
  nameOf(ms: number): string;
  /** Start of a day. */
  startOf(day: string): number;
}

/** Smallest difference between time zones: times can be grouped by it before their days are known. */
export const quarterMs = 15 * 60 * 1_000;
const quartersOfDay = 24 * 4;

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Optimized for ascending times: caches the previous day. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const nameOf = (ms: number) => format.format(ms);
  let last: Day = { name: '', startMs: 0, endMs: 0 };

  let offsetMs = 0;
  const isStart = (ms: number, day: string) => nameOf(ms) === day && nameOf(ms - 1) < day;

  /** Usually at the same offset from UTC midnight as the previously requested day. */
  function startOf(day: string): number {
    const midnightMs = Date.parse(`${day}T00:00:00Z`);
    if (!isStart(midnightMs + offsetMs, day)) offsetMs = search(day, midnightMs / quarterMs) - midnightMs;
    return midnightMs + offsetMs;
  }

  function search(day: string, midnight: number): number {
    let low = midnight - quartersOfDay;
    let high = midnight + quartersOfDay;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (nameOf(middle * quarterMs) < day) low = middle;
      else high = middle;
    }
    return high * quarterMs;
  }

  return {
    nameOf,
    startOf,
    dayOf(ms) {
      if (ms >= last.startMs && ms < last.endMs) return last;
      const name = nameOf(ms);
      // A zone with a former offset in odd minutes must not produce a day that does not contain the time.
      const startMs = Math.min(ms, startOf(name));
      last = { name, startMs, endMs: Math.max(ms + 1, startOf(shiftDay(name, 1))) };
      return last;
    },
  };
}

/** The first day of the week (Monday) or month that contains a day. */
export function startOfPeriod(day: string, granularity: 'day' | 'week' | 'month'): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shiftDay(day, -weekday);
}

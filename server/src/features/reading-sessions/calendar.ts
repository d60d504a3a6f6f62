// Days of a time zone, as `2026-01-31`. Pure.

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}

/** The day that a moment falls on there. */
export const toDay = (ms: number, timeZone: string): string => formatOf(timeZone).format(ms);

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const hourMs = 3_600_000;

/** The first moment of a day there: a quarter of an hour is the finest that any zone differs by. */
export function startOfDay(day: string, timeZone: string): number {
  let low = Date.parse(`${day}T00:00:00Z`) - 16 * hourMs;
  let high = low + 32 * hourMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (toDay(middle, timeZone) < day) low = middle;
    else high = middle;
  }
  return high;
}

/** The first day of the week (Monday) or month that a day is in. */
export function startOfPeriod(day: string, granularity: 'day' | 'week' | 'month'): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shiftDay(day, -weekday);
}

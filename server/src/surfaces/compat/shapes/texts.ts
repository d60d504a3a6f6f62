// Times, dates, sizes and numbers in the clients' format.

/** Whole seconds in UTC, because some clients accept nothing else. Takes milliseconds or native text. */
export function toMoment(time: number | string): string {
  const ms = typeof time === 'string' ? Date.parse(time) : time;
  return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

/** The first day of a year, month or day; null for anything else. */
export function toDay(date: string | null): string | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date ?? '') ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** The day of a time in milliseconds; null outside years of four digits. */
export function toDayOf(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms)) return null;
  const text = new Date(ms).toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `12.3 MiB`, `512 B`. */
export function toSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value = value / 1024;
    unit = unit + 1;
  }
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(1)} ${units[unit]}`;
}

const maxInt = 2_147_483_647;

/** A 32-bit integer: strict clients throw for fractions and larger numbers. */
export const toInt = (value: number): number => Math.trunc(Math.max(-maxInt, Math.min(maxInt, value)));

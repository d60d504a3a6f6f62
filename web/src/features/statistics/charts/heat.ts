// The heat map of reading: weeks of days, and how strong each day is. Uses no React.

export interface ReadDay {
  /** `2026-01-31` */
  start: string;
  seconds: number;
  pagesRead: number;
}

export type Level = 0 | 1 | 2 | 3 | 4;
export const levels: readonly Level[] = [0, 1, 2, 3, 4];

/** Days since Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Weeks from Monday to Sunday. Undefined for days before the first one. */
export function toWeeks<Day extends { start: string }>(days: readonly Day[]): (Day | undefined)[][] {
  const [first] = days;
  if (!first) return [];
  const padded = [...Array.from({ length: weekdayOf(first.start) }, () => undefined), ...days];
  return Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) =>
    padded.slice(week * 7, week * 7 + 7),
  );
}

/**
 * Returns the level of a number of seconds: 0 without reading, otherwise the quarter of the reading days that it belongs
 * to, so that one long day does not make all others pale.
 */
export function toLevels(days: readonly Pick<ReadDay, 'seconds'>[]): (seconds: number) => Level {
  const read = days.flatMap(({ seconds }) => (seconds > 0 ? [seconds] : [])).sort((a, b) => a - b);
  const limits = [0.25, 0.5, 0.75].map((share) => read[Math.floor(share * (read.length - 1))] ?? 0);
  return (seconds) => {
    if (seconds <= 0) return 0;
    return levels[1 + limits.filter((limit) => seconds > limit).length] ?? 4;
  };
}

// Durations such as "in the last 30 days", in ISO 8601, with a single unit.

export const durationUnits = ['hours', 'days', 'weeks', 'months', 'years'] as const;
export type DurationUnit = (typeof durationUnits)[number];

const letters: Record<DurationUnit, string> = { hours: 'H', days: 'D', weeks: 'W', months: 'M', years: 'Y' };

export const toDuration = (count: number, unit: DurationUnit): string =>
  `P${unit === 'hours' ? 'T' : ''}${count}${letters[unit]}`;

/** Undefined for invalid durations and for several units. */
export function readDuration(text: unknown): { count: number; unit: DurationUnit } | undefined {
  const [, time, count, letter] = /^P(T?)(\d{1,4})([HDWMY])$/.exec(String(text)) ?? [];
  const unit = durationUnits.find((one) => letters[one] === letter);
  if (!unit || (unit === 'hours') !== (time === 'T')) return undefined;
  return { count: Number(count), unit };
}

import { expect, test } from 'vitest';
import { createRandom } from '../../../../test/conditions/random.ts';
import { Calendar, shiftDay } from './calendar.ts';
import { createSummary, listPeriods, type ReadingSpan } from './statistics.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function summarise(stretches: readonly ReadingSpan[], timeZone: string, days: { from: string; to: string }) {
  const calendar = new Calendar(timeZone);
  const range = { fromMs: calendar.startOf(days.from), toMs: calendar.startOf(shiftDay(days.to, 1)) };
  const span = { ...days, granularity: 'day' as const, calendar, ...range };
  const summary = createSummary(span, listPeriods(span));
  for (const span of stretches.toSorted((a, b) => a.startedAt - b.startedAt)) summary.addSession(span);
  return summary.toSummary();
}

// Days of 23 and 25 hours, a skipped day, and offsets of half and quarter hours.
test.each([
  ['UTC', '2026-03-28'],
  ['Europe/Berlin', '2026-03-28'],
  ['America/New_York', '2026-10-31'],
  ['Asia/Kathmandu', '2026-03-28'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Pacific/Apia', '2011-12-28'],
])('in %s from %s on, sums time minute by minute like a clock', (timeZone, from) => {
  const random = createRandom(from.length + timeZone.length);
  const nameOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const begin = Date.parse(`${from}T00:00:00Z`) - 20 * hourMs;
  for (let round = 0; round < 30; round++) {
    const stretches = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, i) => {
      const startedAt = begin + Math.floor(random() * 6 * 24 * 60) * minuteMs;
      const endedAt = startedAt + Math.floor(random() ** 3 * 24 * 60) * minuteMs;
      return { id: String(i), startedAt, endedAt, pagesRead: 1 };
    });
    const days = { from, to: shiftDay(from, 3) };
    const expected = new Map<string, number>();
    const minutes = new Set(
      stretches.flatMap(({ startedAt, endedAt }) =>
        Array.from({ length: (endedAt - startedAt) / minuteMs }, (_, i) => startedAt + i * minuteMs),
      ),
    );
    for (const minute of minutes) {
      const day = nameOf.format(minute);
      if (day >= days.from && day <= days.to) expected.set(day, (expected.get(day) ?? 0) + 60);
    }
    const { buckets, totals } = summarise(stretches, timeZone, days);
    expect(new Map(buckets.flatMap(({ start, seconds }) => (seconds > 0 ? [[start, seconds]] : [])))).toEqual(
      new Map([...expected].sort()),
    );
    expect(totals.seconds).toBe([...expected.values()].reduce((sum, seconds) => sum + seconds, 0));
    const begun = stretches.filter(({ startedAt }) => {
      const day = nameOf.format(startedAt);
      return day >= days.from && day <= days.to;
    });
    expect(totals).toMatchObject({ sessions: begun.length, pagesRead: begun.length });
  }
});

test('a streak ends yesterday as long as nothing was read today', () => {
  const on = (day: string): ReadingSpan => {
    const startedAt = Date.parse(`${day}T12:00:00Z`);
    return { id: day, startedAt, endedAt: startedAt, pagesRead: 0 };
  };
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-05', '2026-01-06'].map(on);
  const span = (to: string) => ({ from: '2026-01-01', to });
  for (const [to, current, longest] of [
    ['2026-01-06', 2, 3],
    ['2026-01-07', 2, 3],
    ['2026-01-08', 0, 3],
    ['2026-01-02', 2, 2],
  ] as const)
    expect(summarise(days, 'UTC', span(to))).toMatchObject({
      currentStreakDays: current,
      longestStreakDays: longest,
    });
});

// What sessions come to, by days, weeks or months. Pure.
import type { Granularity } from '@lectern/contract/reading-sessions';
import type { ReadingSessionTable } from '#schema/tables/history.ts';
import { shiftDay, startOfPeriod, toDay } from './calendar.ts';

interface Figures {
  seconds: number;
  pagesRead: number;
  sessions: number;
  booksFinished: number;
}

interface Request {
  sessions: readonly Pick<ReadingSessionTable, 'startedAt' | 'endedAt' | 'pagesRead'>[];
  /** Moments at which books were finished. */
  finished: readonly number[];
  from: string;
  to: string;
  granularity: Granularity;
  timezone: string;
}

const nothing = (): Figures => ({ seconds: 0, pagesRead: 0, sessions: 0, booksFinished: 0 });

/** A session belongs to the day it began on. */
export function summarise({ sessions, finished, from, to, granularity, timezone }: Request) {
  const buckets = new Map<string, Figures>();
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) {
    days.push(day);
    const start = startOfPeriod(day, granularity);
    if (!buckets.has(start)) buckets.set(start, nothing());
  }
  const totals = nothing();
  const readOn = new Set<string>();
  const bucketOf = (ms: number) => buckets.get(startOfPeriod(toDay(ms, timezone), granularity));
  for (const { startedAt, endedAt, pagesRead } of sessions) {
    const seconds = Math.round((endedAt - startedAt) / 1_000);
    readOn.add(toDay(startedAt, timezone));
    for (const figures of [totals, bucketOf(startedAt)]) {
      if (!figures) continue;
      figures.seconds += seconds;
      figures.pagesRead += pagesRead;
      figures.sessions += 1;
    }
  }
  for (const moment of finished) {
    readOn.add(toDay(moment, timezone));
    for (const figures of [totals, bucketOf(moment)]) if (figures) figures.booksFinished += 1;
  }
  return {
    buckets: [...buckets].map(([start, figures]) => ({ start, ...figures })),
    totals,
    ...toStreaks(days, readOn),
  };
}

/** Days in a row; the current one may end yesterday: today is not over. */
function toStreaks(days: readonly string[], readOn: ReadonlySet<string>) {
  let longestStreakDays = 0;
  let run = 0;
  for (const day of days) {
    run = readOn.has(day) ? run + 1 : 0;
    longestStreakDays = Math.max(longestStreakDays, run);
  }
  let last = days.length - 1;
  if (!readOn.has(days[last] ?? '')) last -= 1;
  let currentStreakDays = 0;
  while (last >= 0 && readOn.has(days[last] ?? '')) {
    currentStreakDays += 1;
    last -= 1;
  }
  return { currentStreakDays, longestStreakDays };
}

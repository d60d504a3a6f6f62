// Sums reading sessions by day, week or month. Sessions are added one by one, so that they need not fit in memory.
// Pure.
import { keysOf } from '@lectern/contract/records';
import type { Granularity } from '@lectern/contract/values';
import type { ReadingSessionTable } from '#schema/tables/reading/history.ts';
import { type Calendar, quarterMs, shiftDay, startOfPeriod } from './calendar.ts';

interface Figures {
  /** Milliseconds; reported in seconds. */
  time: number;
  pagesRead: number;
  sessions: number;
  booksFinished: number;
}

/** Counts of one quarter of an hour, numbered since 1970. Omitted counts are 0. */
export type QuarterCounts = { quarter: number } & Partial<Figures>;

export interface Span {
  from: string;
  to: string;
  granularity: Granularity;
  calendar: Calendar;
  /** Start of the day `from` and end of the day `to`. */
  fromMs: number;
  toMs: number;
}

export type ReadingSpan = Pick<ReadingSessionTable, 'id' | 'startedAt' | 'endedAt' | 'pagesRead'>;

const nothing = (): Figures => ({ time: 0, pagesRead: 0, sessions: 0, booksFinished: 0 });

const toFigures = ({ time, ...rest }: Figures) => ({ seconds: Math.round(time / 1_000), ...rest });

/** The first days of the days, weeks or months of a span. */
export function listPeriods({ from, to, granularity }: Pick<Span, 'from' | 'to' | 'granularity'>): string[] {
  const periods = new Set<string>();
  for (let day = from; day <= to; day = shiftDay(day, 1)) periods.add(startOfPeriod(day, granularity));
  return [...periods];
}

/**
 * A session and its pages count on the day it started; its time counts on the days it covers. Overlapping time of
 * several devices counts once.
 */
export function createSummary(span: Span, periods: readonly string[]) {
  const { granularity, calendar, fromMs, toMs } = span;
  const buckets = new Map(periods.map((start) => [start, nothing()]));
  const totals = nothing();
  const readOn = new Set<string>();
  let countedUntilMs = fromMs;

  function on(day: string, add: (figures: Figures) => void): void {
    readOn.add(day);
    const bucket = buckets.get(startOfPeriod(day, granularity));
    for (const figures of [totals, bucket]) if (figures) add(figures);
  }

  function addTime(startMs: number, endMs: number): void {
    let ms = Math.max(startMs, countedUntilMs);
    const until = Math.min(endMs, toMs);
    while (ms < until) {
      const day = calendar.dayOf(ms);
      const spent = Math.min(until, day.endMs) - ms;
      on(day.name, (figures) => {
        figures.time += spent;
      });
      ms += spent;
    }
    countedUntilMs = Math.max(countedUntilMs, ms);
  }

  return {
    /** Add sessions in order of their start, including those that started before the span and extend into it. */
    addSession({ startedAt, endedAt, pagesRead }: ReadingSpan): void {
      addTime(startedAt, endedAt);
      if (startedAt < fromMs || startedAt >= toMs) return;
      on(calendar.dayOf(startedAt).name, (figures) => {
        figures.pagesRead += pagesRead;
        figures.sessions += 1;
      });
    },

    addQuarter({ quarter, ...counts }: QuarterCounts): void {
      on(calendar.nameOf(Math.max(fromMs, quarter * quarterMs)), (figures) => {
        for (const name of keysOf(figures)) figures[name] += counts[name] ?? 0;
      });
    },

    toSummary: () => ({
      buckets: [...buckets].map(([start, figures]) => ({ start, ...toFigures(figures) })),
      totals: toFigures(totals),
      ...toStreaks(span, readOn),
    }),
  };
}

/** Consecutive days. The current streak may end yesterday, because today is not over. */
function toStreaks({ from, to }: Pick<Span, 'from' | 'to'>, readOn: ReadonlySet<string>) {
  let longestStreakDays = 0;
  let run = 0;
  let runUntilYesterday = 0;
  for (let day = from; day <= to; day = shiftDay(day, 1)) {
    if (day === to) runUntilYesterday = run;
    run = readOn.has(day) ? run + 1 : 0;
    longestStreakDays = Math.max(longestStreakDays, run);
  }
  return { currentStreakDays: readOn.has(to) ? run : runUntilYesterday, longestStreakDays };
}

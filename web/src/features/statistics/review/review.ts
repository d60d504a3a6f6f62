// Facts of a year of reading. Uses no React.

interface Day {
  /** `2026-01-31` */
  start: string;
  seconds: number;
  pagesRead: number;
  booksFinished: number;
}

export interface YearFacts {
  daysRead: number;
  /** The first day of the month with the most reading. */
  busiestMonth: string | undefined;
}

export function toYearFacts(days: readonly Day[]): YearFacts {
  const months = new Map<string, { seconds: number; pagesRead: number }>();
  let daysRead = 0;
  for (const { start, seconds, pagesRead, booksFinished } of days) {
    if (seconds > 0 || pagesRead > 0 || booksFinished > 0) daysRead++;
    const name = `${start.slice(0, 7)}-01`;
    const month = months.get(name) ?? { seconds: 0, pagesRead: 0 };
    months.set(name, { seconds: month.seconds + seconds, pagesRead: month.pagesRead + pagesRead });
  }
  const [busiest] = [...months]
    .filter(([, { seconds, pagesRead }]) => seconds > 0 || pagesRead > 0)
    .sort(([, a], [, b]) => b.seconds - a.seconds || b.pagesRead - a.pagesRead);
  return { daysRead, busiestMonth: busiest?.[0] };
}

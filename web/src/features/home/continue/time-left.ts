// Estimates the remaining reading time at the reader's speed in this book, or that of the last month.
import type { BookDto } from '@lectern/contract/libraries/books';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

interface Read {
  seconds: number;
  pagesRead: number;
}

/** Minimum number of pages for an estimate. */
const minPages = 3;
/** At slower speeds, the book was probably left open. */
const maxSecondsOfPage = 600;

const toSpeed = ({ seconds, pagesRead }: Read): number | undefined =>
  pagesRead >= minPages && seconds > 0 ? Math.min(maxSecondsOfPage, seconds / pagesRead) : undefined;

const add = (all: Read, { seconds, pagesRead }: Read): Read => ({
  seconds: all.seconds + seconds,
  pagesRead: all.pagesRead + pagesRead,
});

/** Seconds per page. Null with too little data. */
export const readingSpeed = (bookId: string) =>
  queryOptions({
    queryKey: ['reading', 'speed', bookId],
    queryFn: async ({ signal }) => {
      const sessions = await call(
        'GET /api/v1/reading-sessions',
        { query: { bookId, pageSize: 100 } },
        { signal },
      );
      const own = toSpeed(sessions.data.reduce(add, { seconds: 0, pagesRead: 0 }));
      if (own !== undefined) return own;
      const { totals } = await call(
        'GET /api/v1/reading-stats',
        { query: { granularity: 'month' } },
        { signal },
      );
      return toSpeed(totals) ?? null;
    },
    staleTime: 5 * 60_000,
  });

/** At least one minute. Undefined if unknown. */
export function toMinutesLeft(
  { pageCount, readProgress }: Pick<BookDto, 'pageCount' | 'readProgress'>,
  secondsOfPage: number | null | undefined,
): number | undefined {
  if (!secondsOfPage || !readProgress || pageCount === 0) return undefined;
  const pages = Math.max(0, pageCount - readProgress.currentPage);
  return Math.max(1, Math.round((pages * secondsOfPage) / 60));
}

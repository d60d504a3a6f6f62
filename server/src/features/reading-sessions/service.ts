// The rules of reading sessions: each once, none absurd, none of a book that the reader may not see.
import type {
  Granularity,
  NewSession,
  ReadingSession,
  SessionRejection,
} from '@lectern/contract/reading-sessions';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { type Clock, toTime } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import type { ReadingSessionTable } from '#schema/tables/history.ts';
import { isTimeZone, shiftDay, startOfDay, toDay } from './calendar.ts';
import { summarise } from './statistics.ts';
import type { ReadingSessionStore } from './store.ts';

interface Parts {
  catalog: Catalog;
  store: ReadingSessionStore;
  clock: Clock;
}

export type ReadingSessionService = ReturnType<typeof createReadingSessionService>;

/** Nobody reads longer without closing the book: such a session is a forgotten one. */
const longestMs = 24 * 60 * 60 * 1_000;
/** Clocks of devices differ. */
const skewMs = 5 * 60 * 1_000;
const mostDays = 10_000;
/** Days are compared as text, which holds for years of four digits. */
const firstDay = '1000-01-01';
const lastDay = '9000-12-31';

export function createReadingSessionService({ catalog, store, clock }: Parts) {
  return {
    async record(viewer: Viewer, sessions: readonly NewSession[]) {
      const books = await catalog.books.listByIds(viewer, [...new Set(sessions.map(({ bookId }) => bookId))]);
      const visible = new Set(books.map(({ id }) => id));
      const nowMs = clock();
      const rejected: SessionRejection[] = [];
      const rows = new Map<string, ReadingSessionTable>();
      for (const session of sessions) {
        const row = toRow(session, viewer.userId, nowMs);
        const reason = visible.has(session.bookId) ? findFault(row, nowMs) : 'not_found';
        if (reason) rejected.push({ id: session.id, reason });
        else rows.set(row.id, row);
      }
      const recorded = await store.insert([...rows.values()]);
      return { recorded, known: sessions.length - rejected.length - recorded, rejected };
    },

    list: (viewer: Viewer, bookId: string | undefined) => ({
      count: async () => (await visibleRows(viewer, bookId)).length,
      list: async ({ limit, offset }: { limit: number; offset: number }) =>
        (await visibleRows(viewer, bookId)).slice(offset, offset + limit).map(toSession),
    }),

    async stats(
      viewer: Viewer,
      query: {
        from?: string | undefined;
        to?: string | undefined;
        granularity: Granularity;
        timezone: string;
      },
    ) {
      const { granularity, timezone } = query;
      if (!isTimeZone(timezone))
        throw invalid({ path: 'query.timezone', message: 'There is no such time zone' });
      const to = query.to ?? toDay(clock(), timezone);
      const from = query.from ?? shiftDay(to, -29);
      for (const [name, day] of Object.entries({ from, to }))
        if (day < firstDay || day > lastDay)
          throw invalid({ path: `query.${name}`, message: `Days from ${firstDay} to ${lastDay} are known` });
      if (from > to) throw invalid({ path: 'query.from', message: 'It is later than `to`' });
      if (shiftDay(from, mostDays) < to)
        throw invalid({ path: 'query.from', message: 'The span is too long' });
      const range = { fromMs: startOfDay(from, timezone), toMs: startOfDay(shiftDay(to, 1), timezone) };
      const [sessions, finished] = await Promise.all([
        store.listBetween(viewer.userId, range),
        store.listFinished(viewer.userId, range),
      ]);
      const summary = summarise({ sessions, finished, from, to, granularity, timezone });
      if (summary.buckets.length > 1_000)
        throw invalid({
          path: 'query.granularity',
          message: 'More than 1,000 figures; ask for weeks or months',
        });
      return { from, to, granularity, timezone, ...summary };
    },
  };

  async function visibleRows(viewer: Viewer, bookId: string | undefined): Promise<ReadingSessionTable[]> {
    const rows = await store.list(viewer.userId, bookId);
    const books = await catalog.books.listByIds(viewer, [...new Set(rows.map((row) => row.bookId))]);
    const visible = new Set(books.map(({ id }) => id));
    return rows.filter((row) => visible.has(row.bookId));
  }
}

function findFault(
  { startedAt, endedAt }: ReadingSessionTable,
  nowMs: number,
): SessionRejection['reason'] | undefined {
  if (endedAt < startedAt) return 'ends_before_it_starts';
  if (endedAt - startedAt > longestMs) return 'too_long';
  return endedAt > nowMs + skewMs ? 'in_the_future' : undefined;
}

const toRow = (session: NewSession, userId: string, nowMs: number): ReadingSessionTable => {
  const { startPage = null, endPage = null } = session;
  const pages = startPage !== null && endPage !== null ? Math.max(0, endPage - startPage + 1) : 0;
  return {
    userId,
    id: session.id,
    bookId: session.bookId,
    startedAt: Date.parse(session.startedAt),
    endedAt: Date.parse(session.endedAt),
    pagesRead: session.pagesRead ?? Math.min(pages, 100_000),
    startPage,
    endPage,
    deviceId: session.deviceId ?? null,
    deviceName: session.deviceName ?? null,
    createdAt: nowMs,
  };
};

const toSession = (row: ReadingSessionTable): ReadingSession => ({
  id: row.id,
  bookId: row.bookId,
  startedAt: toTime(row.startedAt),
  endedAt: toTime(row.endedAt),
  seconds: Math.round((row.endedAt - row.startedAt) / 1_000),
  pagesRead: row.pagesRead,
  startPage: row.startPage,
  endPage: row.endPage,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
});

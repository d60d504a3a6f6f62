// Rules of reading sessions: each is recorded once, is plausible, and belongs to a visible book.
import type { PageRequest } from '@lectern/contract/pagination';
import {
  maxReadingSessions,
  type NewSession,
  type ReadingSession,
  type ReadingShares,
  type SessionRejection,
} from '@lectern/contract/reading/reading-sessions';
import type { Granularity } from '@lectern/contract/values';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toOurTime, toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';
import { isTimeZone } from '#infrastructure/time-zone.ts';
import type { ReadingSessionTable } from '#schema/tables/reading/history.ts';
import { Calendar, shiftDay } from './calendar.ts';
import {
  countReaders,
  listFinishedBooks,
  listFormatShares,
  listServerQuarters,
  listTermShares,
} from './shares/store.ts';
import { createSummary, listPeriods, type Span } from './statistics.ts';
import * as store from './store.ts';

interface SpanQuery {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

interface PeriodQuery extends SpanQuery {
  granularity: Granularity;
}

export type ReadingSessionService = ReturnType<typeof createReadingSessionService>;

/** A longer session was probably left open. */
const maxMs = 24 * 60 * 60 * 1_000;
/** Tolerance for differences between device clocks. */
const skewMs = 5 * 60 * 1_000;
const maxDays = 10_000;
const maxPeriods = 1_000;
/** Days are compared as text, which requires years of four digits. */
const firstDay = '1000-01-01';
const lastDay = '9000-12-31';

export function createReadingSessionService(catalog: Catalog, db: Db, clock: Clock) {
  return {
    /**
     * `sentAt` is the device's clock at the time of sending. Concurrent batches may each exceed the limit once. It only
     * prevents abuse.
     */
    async record(
      viewer: Viewer,
      { sessions, sentAt }: { sessions: readonly NewSession[]; sentAt?: string | undefined },
    ) {
      const books = await catalog.books.listByIds(viewer, [...new Set(sessions.map(({ bookId }) => bookId))]);
      const visible = new Set(books.map(({ id }) => id));
      const nowMs = clock();
      const rejected: SessionRejection[] = [];
      const rows = new Map<string, ReadingSessionTable>();
      for (const session of sessions) {
        const row = toRow(session, viewer.userId, { nowMs, sentAt });
        const reason = visible.has(session.bookId) ? findFault(row, nowMs) : 'not_found';
        if (reason) rejected.push({ id: session.id, reason });
        else if (!rows.has(row.id)) rows.set(row.id, row);
      }
      if (rows.size > 0 && (await store.count(db, viewer.userId)) + rows.size > maxReadingSessions) {
        const known = await store.listKnown(db, viewer.userId, [...rows.keys()]);
        for (const id of [...rows.keys()].filter((id) => !known.has(id))) {
          rows.delete(id);
          rejected.push({ id, reason: 'too_many' });
        }
      }
      const recorded = await store.insert(db, [...rows.values()]);
      return { recorded, known: sessions.length - rejected.length - recorded, rejected };
    },

    async list(viewer: Viewer, list: { bookId?: string | undefined; page: PageRequest }) {
      const { rows, total } = await catalog.reading.listSessions(viewer, list);
      return { rows: rows.map(toSession), total };
    },

    /** Throws `validation_failed` for an unknown zone and for ranges that are too long or reversed. */
    async stats(viewer: Viewer, query: PeriodQuery) {
      const span = toSpan(query, clock());
      const { from, to, granularity, calendar, ...range } = span;
      const summary = createSummary(span, toPeriods(span));
      // A session that started the day before may extend into the first day.
      const reaching = { fromMs: range.fromMs - maxMs, toMs: range.toMs };
      for await (const span of store.readSpans(db, viewer.userId, reaching)) summary.addSession(span);
      for (const counts of await store.listFinished(db, viewer.userId, range)) summary.addQuarter(counts);
      const firstMs = await store.findFirstMs(db, viewer.userId);
      const firstDay = firstMs === undefined || firstMs >= range.toMs ? null : calendar.nameOf(firstMs);
      return { from, to, granularity, timezone: query.timezone, ...summary.toSummary(), firstDay };
    },

    async shares(viewer: Viewer, query: SpanQuery): Promise<ReadingShares> {
      const { from, to, fromMs, toMs } = toSpan({ ...query, granularity: 'day' }, clock());
      const scope = await toScope(catalog.libraries, viewer);
      const formats = await listFormatShares(db, scope, { fromMs, toMs });
      const terms = await listTermShares(db, scope, { fromMs, toMs });
      const ofKind = (kind: string) =>
        terms
          .filter((term) => term.kind === kind)
          .map(({ kind: _, time, ...rest }) => ({ ...rest, seconds: toSeconds(time) }));
      return {
        from,
        to,
        timezone: query.timezone,
        bookCount: formats.reduce((sum, { bookCount }) => sum + bookCount, 0),
        genres: ofKind('genre'),
        authors: ofKind('author'),
        formats: formats.map(({ time, ...rest }) => ({ ...rest, seconds: toSeconds(time) })),
      };
    },

    async listFinished(viewer: Viewer, query: SpanQuery, { page, pageSize }: PageRequest) {
      const { fromMs, toMs } = toSpan({ ...query, granularity: 'day' }, clock());
      const scope = await toScope(catalog.libraries, viewer);
      const window = { fromMs, toMs, limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await listFinishedBooks(db, scope, window);
      const found = await catalog.books.listByIds(
        viewer,
        rows.map(({ bookId }) => bookId),
      );
      const finishedAt = new Map(rows.map((row) => [row.bookId, row.finishedAt]));
      const books = found.map((row) => ({
        finishedAt: toTime(finishedAt.get(row.id) ?? 0),
        book: toBookDto(row, viewer),
      }));
      return { rows: books, total };
    },

    async serverStats(viewer: Viewer, query: PeriodQuery) {
      const span = toSpan(query, clock());
      const { from, to, granularity, calendar: _, ...range } = span;
      const summary = createSummary(span, toPeriods(span));
      const scope = await toScope(catalog.libraries, viewer);
      for (const counts of await listServerQuarters(db, scope, range)) summary.addQuarter(counts);
      const { buckets, totals } = summary.toSummary();
      const readers = await countReaders(db, scope, range);
      return { from, to, granularity, timezone: query.timezone, ...readers, buckets, totals };
    },
  };
}

const toSeconds = (ms: number): number => Math.round(ms / 1_000);

function toPeriods(span: Span): string[] {
  const periods = listPeriods(span);
  if (periods.length > maxPeriods) throw invalid(toIssue('query.granularity', reason('figures_too_many')));
  return periods;
}

function toSpan({ from, to, granularity, timezone }: PeriodQuery, nowMs: number): Span {
  if (!isTimeZone(timezone)) throw invalid(toIssue('query.timezone', reason('no_such_timezone')));
  const calendar = new Calendar(timezone);
  const last = to ?? calendar.nameOf(nowMs);
  const first = from ?? shiftDay(last, -29);
  for (const [name, day] of Object.entries({ from: first, to: last }))
    if (day < firstDay || day > lastDay)
      throw invalid(toIssue(`query.${name}`, reason('days_known', { first: firstDay, last: lastDay })));
  if (first > last) throw invalid(toIssue('query.from', reason('from_after_to')));
  if (shiftDay(first, maxDays) < last) throw invalid(toIssue('query.from', reason('span_too_long')));
  const range = { fromMs: calendar.startOf(first), toMs: calendar.startOf(shiftDay(last, 1)) };
  return { from: first, to: last, granularity, calendar, ...range };
}

function findFault(
  { startedAt, endedAt }: ReadingSessionTable,
  nowMs: number,
): SessionRejection['reason'] | undefined {
  if (endedAt < startedAt) return 'ends_before_it_starts';
  if (endedAt - startedAt > maxMs) return 'too_long';
  return endedAt > nowMs + skewMs ? 'in_the_future' : undefined;
}

const toRow = (
  session: NewSession,
  userId: string,
  { nowMs, sentAt }: { nowMs: number; sentAt: string | undefined },
): ReadingSessionTable => {
  const { startPage = null, endPage = null } = session;
  const pages = startPage !== null && endPage !== null ? Math.max(0, endPage - startPage + 1) : 0;
  return {
    userId,
    id: session.id,
    bookId: session.bookId,
    startedAt: toOurTime(session.startedAt, sentAt, nowMs),
    endedAt: toOurTime(session.endedAt, sentAt, nowMs),
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

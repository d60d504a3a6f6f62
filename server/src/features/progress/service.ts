// The rules of reading progress: the newest reading wins, nothing is lost from the history, and a series' counts
// change in the transaction that changes a book's progress.
import type { HistoryEntry, Locator, Progression, WriteProgress } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';
import { toReadProgress } from '#catalog/book-dto.ts';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { progressChanged } from '#catalog/changes.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { type Clock, toTime } from '#kernel/clock.ts';
import type { Database, Tx } from '#kernel/database/dialect.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { newId } from '#kernel/ids.ts';
import type { ReadHistoryTable } from '#schema/tables/history.ts';
import type { ReadProgressTable } from '#schema/tables/progress.ts';
import { type Place, toPlace } from './place.ts';
import type { MarkedBook, ProgressStore } from './store.ts';

interface Parts {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  store: ProgressStore;
}

interface Told {
  deviceId: string | null;
  deviceName: string | null;
  readAt: number;
}

export type ProgressService = ReturnType<typeof createProgressService>;

/** Steps forward on one device within this time are one entry of the history. */
const oneReadingMs = 10 * 60 * 1_000;

export function createProgressService({ database, catalog, events, clock, store }: Parts) {
  const { db } = database;
  /** Of two writes of one reader one waits: books of one series share the row that counts them. */
  const lock = (tx: Tx, userId: string) => database.dialect.lock(tx, `progress ${userId}`);

  async function mark(
    { userId }: Viewer,
    books: { seriesIds?: string[]; bookIds?: string[] },
    isRead: boolean,
  ): Promise<number> {
    const changed = await database.transaction(async (tx) => {
      await lock(tx, userId);
      const marked: MarkedBook[] = isRead
        ? await store.markRead(tx, { userId, ...books, nowMs: clock() })
        : await store.markUnread(tx, { userId, ...books });
      await store.recount(tx, [...new Set(marked.map(({ seriesId }) => seriesId))], userId);
      return marked;
    });
    publish(
      userId,
      changed.map(({ id }) => id),
      !isRead,
    );
    return changed.length;
  }

  function publish(userId: string, bookIds: string[], deleted: boolean): void {
    for (let i = 0; i < bookIds.length; i += 100)
      events.publish(progressChanged, { userId, bookIds: bookIds.slice(i, i + 100), deleted });
  }

  async function addToHistory(tx: Tx, entry: ReadHistoryTable): Promise<void> {
    const last = await store.findLastEntry(tx, entry);
    const isGoingOn =
      last !== undefined &&
      entry.readAt - last.readAt < oneReadingMs &&
      entry.page >= last.page &&
      last.completed <= entry.completed &&
      (entry.percentage ?? 0) >= (last.percentage ?? 0);
    if (!isGoingOn) return store.addEntry(tx, entry);
    const { id: _, ...change } = entry;
    return store.updateEntry(tx, last.id, change);
  }

  /** Writes a place; false when a later reading is known. */
  async function write(viewer: Viewer, book: BookRow, place: Place, told: Told): Promise<boolean> {
    const { userId } = viewer;
    const outcome = await database.transaction(async (tx) => {
      await lock(tx, userId);
      const current = await store.find(tx, userId, book.id);
      const wanted = toRow({ userId, bookId: book.id }, current, { place, readAt: told.readAt });
      await addToHistory(tx, {
        id: newId(),
        userId,
        bookId: book.id,
        ...told,
        page: place.page,
        percentage: place.percentage,
        completed: place.completed ? 1 : 0,
        locator: place.locator,
        recordedAt: clock(),
      });
      if (current && told.readAt < current.updatedAt) return 'late';
      await store.save(tx, wanted);
      await store.recount(tx, [book.seriesId], userId);
      // The same place, later: nothing to tell anybody, but older readings lose against it.
      return current && isSamePlace(current, wanted) ? 'same' : 'applied';
    });
    if (outcome === 'applied') publish(userId, [book.id], false);
    return outcome !== 'late';
  }

  async function find(viewer: Viewer, bookId: string): Promise<ReadProgressTable | undefined> {
    await catalog.books.get(viewer, bookId);
    return store.find(db, viewer.userId, bookId);
  }

  const bound = (readAt: string | undefined): number =>
    readAt === undefined ? clock() : Math.min(clock(), Date.parse(readAt));

  return {
    async markBook(viewer: Viewer, bookId: string, isRead: boolean): Promise<void> {
      await catalog.books.get(viewer, bookId);
      await mark(viewer, { bookIds: [bookId] }, isRead);
    },

    async markSeries(viewer: Viewer, seriesId: string, isRead: boolean): Promise<void> {
      await catalog.series.get(viewer, seriesId);
      await mark(viewer, { seriesIds: [seriesId] }, isRead);
    },

    /** Ids that the viewer may not see are passed over. Returns how many books changed. */
    async markBooks(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
      const rows = await catalog.books.listByIds(viewer, [...new Set(ids)]);
      return mark(viewer, { bookIds: rows.map(({ id }) => id) }, isRead);
    },

    async markManySeries(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
      const rows = await catalog.series.listByIds(viewer, [...new Set(ids)]);
      return mark(viewer, { seriesIds: rows.map(({ id }) => id) }, isRead);
    },

    /** Throws not_found while nothing was read. */
    async get(viewer: Viewer, bookId: string): Promise<ReadProgress> {
      const row = await find(viewer, bookId);
      if (!row) throw notFound('reading progress');
      return toReadProgress(row);
    },

    /** Throws validation_failed for a page beyond the last. */
    async write(
      viewer: Viewer,
      bookId: string,
      body: WriteProgress,
    ): Promise<ReadProgress & { applied: boolean }> {
      const book = await catalog.books.get(viewer, bookId);
      checkPage(body.currentPage, book.pageCount);
      const applied = await write(viewer, book, toPlace(body, book.pageCount), {
        deviceId: body.deviceId ?? null,
        deviceName: body.deviceName ?? null,
        readAt: bound(body.readAt),
      });
      const row = await store.find(db, viewer.userId, bookId);
      if (!row) throw notFound('reading progress');
      return { ...toReadProgress(row), applied };
    },

    async remove(viewer: Viewer, bookId: string): Promise<void> {
      const book = await catalog.books.get(viewer, bookId);
      const wasThere = await database.transaction(async (tx) => {
        await lock(tx, viewer.userId);
        const removed = await store.remove(tx, viewer.userId, bookId);
        if (removed) await store.recount(tx, [book.seriesId], viewer.userId);
        return removed;
      });
      if (wasThere) publish(viewer.userId, [bookId], true);
    },

    /** What a paginated answer is read from. */
    async history(viewer: Viewer, bookId: string) {
      await catalog.books.get(viewer, bookId);
      const which = { userId: viewer.userId, bookId };
      return {
        count: () => store.countEntries(db, which),
        list: async (window: { limit: number; offset: number }) =>
          (await store.listEntries(db, which, window)).map(toHistoryEntry),
      };
    },

    async forgetHistory(viewer: Viewer, bookId: string): Promise<void> {
      await catalog.books.get(viewer, bookId);
      await store.forget(db, viewer.userId, bookId);
    },

    list: (
      viewer: Viewer,
      query: { page: number; pageSize: number; since?: string | undefined; completed?: string | undefined },
    ) =>
      catalog.books.listProgress(viewer, {
        page: query,
        sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
        completed: query.completed === undefined ? undefined : query.completed === 'true',
      }),

    /** Undefined while nothing was read. The locator is never empty: one is made of the page where there is none. */
    async getProgression(viewer: Viewer, bookId: string): Promise<Progression | undefined> {
      const row = await find(viewer, bookId);
      if (!row) return undefined;
      const [entry] = await store.listEntries(db, { userId: viewer.userId, bookId }, { limit: 1, offset: 0 });
      return {
        modified: toTime(row.updatedAt),
        device: { id: entry?.deviceId ?? 'lectern', name: entry?.deviceName ?? 'Lectern' },
        locator: row.locator === null ? toLocator(row) : JSON.parse(row.locator),
      };
    },

    /** Throws conflict when a later reading is known. */
    async writeProgression(viewer: Viewer, bookId: string, document: Progression): Promise<void> {
      const book = await catalog.books.get(viewer, bookId);
      const place = toPlace({ locator: document.locator }, book.pageCount);
      const isApplied = await write(viewer, book, place, {
        deviceId: document.device.id,
        deviceName: document.device.name,
        readAt: bound(document.modified),
      });
      if (!isApplied) throw conflict('A later reading is known');
    },
  };
}

function checkPage(page: number | undefined, pageCount: number): void {
  if (page !== undefined && pageCount > 0 && page > pageCount)
    throw invalid({ path: 'body.currentPage', message: `The book has ${pageCount} pages` });
}

function toRow(
  ids: { userId: string; bookId: string },
  current: ReadProgressTable | undefined,
  { place, readAt }: { place: Place; readAt: number },
): ReadProgressTable {
  const wasCompleted = current?.completed === 1;
  // Whoever opens a book again that was read to the end begins anew.
  const startedAt = current && !(wasCompleted && !place.completed) ? current.startedAt : readAt;
  return {
    id: current?.id ?? newId(),
    ...ids,
    currentPage: place.page,
    percentage: place.percentage,
    completed: place.completed ? 1 : 0,
    locator: place.locator,
    startedAt,
    updatedAt: readAt,
    completedAt: place.completed ? (wasCompleted ? current.completedAt : readAt) : null,
  };
}

const isSamePlace = (a: ReadProgressTable, b: ReadProgressTable): boolean =>
  a.currentPage === b.currentPage &&
  a.percentage === b.percentage &&
  a.completed === b.completed &&
  a.locator === b.locator;

const toLocator = ({ currentPage, percentage }: ReadProgressTable): Locator => ({
  href: `#page=${currentPage}`,
  type: 'application/octet-stream',
  locations: {
    position: currentPage,
    fragments: [`page=${currentPage}`],
    ...(percentage !== null && { totalProgression: percentage }),
  },
});

const toHistoryEntry = (row: ReadHistoryTable): HistoryEntry => ({
  id: row.id,
  currentPage: row.page,
  progressPercentage: row.percentage,
  completed: row.completed === 1,
  locator: row.locator === null ? null : JSON.parse(row.locator),
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  readAt: toTime(row.readAt),
  recordedAt: toTime(row.recordedAt),
});

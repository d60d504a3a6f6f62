// The rules of reading progress: a series' counts change in the transaction that changes a book's progress.
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import type { ProgressStore } from './store.ts';

interface Parts {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  store: ProgressStore;
}

export interface ProgressService {
  markBook(viewer: Viewer, bookId: string, isRead: boolean): Promise<void>;
  markSeries(viewer: Viewer, seriesId: string, isRead: boolean): Promise<void>;
}

export function createProgressService({ database, catalog, clock, store }: Parts): ProgressService {
  const mark = (viewer: Viewer, books: { seriesId: string; bookId?: string }, isRead: boolean) =>
    database.transaction(async (tx) => {
      const { userId } = viewer;
      if (isRead) await store.markRead(tx, { userId, ...books, nowMs: clock() });
      else await store.markUnread(tx, { userId, ...books });
      await store.recount(tx, [books.seriesId], userId);
    });
  return {
    async markBook(viewer, bookId, isRead) {
      const { seriesId } = await catalog.books.get(viewer, bookId);
      await mark(viewer, { seriesId, bookId }, isRead);
    },
    async markSeries(viewer, seriesId, isRead) {
      await catalog.series.get(viewer, seriesId);
      await mark(viewer, { seriesId }, isRead);
    },
  };
}

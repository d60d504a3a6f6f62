// Marks books read and unread: each call in one transaction, for any number of books.
import { publishProgress } from '#catalog/changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { SeriesProgress } from '../series-progress/index.ts';
import * as history from './history/store.ts';
import type { ProgressFilter, WantedBook } from './store.ts';
import * as store from './store.ts';

/** Dependencies of all code that writes progress. */
export interface WriteDependencies {
  database: Database;
  events: EventBus;
  clock: Clock;
  counts: SeriesProgress;
}

/** Serializes writes of a user: books of one series share the row with its counts. */
export const lockReader = ({ dialect }: Pick<Database, 'dialect'>, tx: Tx, userId: string) =>
  dialect.lock(tx, `progress ${userId}`);

/** Books that are already read keep their completion time. */
async function finish(
  { clock }: WriteDependencies,
  tx: Tx,
  userId: string,
  books: readonly WantedBook[],
): Promise<WantedBook[]> {
  const nowMs = clock();
  const changed = books.filter(({ completed }) => completed !== 1);
  const end = { percentage: 1, completed: 1, locator: null };
  const toPage = ({ pageCount }: WantedBook) => Math.max(1, pageCount);
  await store.finish(
    tx,
    changed.map((book) => ({
      id: newId(),
      userId,
      bookId: book.id,
      currentPage: toPage(book),
      ...end,
      startedAt: nowMs,
      updatedAt: nowMs,
      completedAt: nowMs,
    })),
  );
  const entries = changed.map((book) =>
    toEntry({ userId, bookId: book.id, page: toPage(book), ...end, readAt: nowMs }),
  );
  await history.addMany(tx, userId, entries);
  return changed;
}

/** Keeps the history, and adds an entry that marks the books as unread from now on. */
async function forget(
  { clock }: WriteDependencies,
  tx: Tx,
  userId: string,
  books: readonly WantedBook[],
): Promise<WantedBook[]> {
  const nowMs = clock();
  const changed = books.filter(({ completed }) => completed !== null);
  await store.forget(tx, { userId, bookIds: books.map(({ id }) => id), forgottenAt: nowMs });
  const begin = { page: 1, percentage: 0, completed: 0, locator: null };
  const entries = changed.map(({ id }) => toEntry({ userId, bookId: id, ...begin, readAt: nowMs }));
  await history.addMany(tx, userId, entries);
  return changed;
}

/** Marks all books or none. Returns the number of changed books. */
export async function mark(
  deps: WriteDependencies,
  wanted: ProgressFilter,
  isRead: boolean,
): Promise<number> {
  const { userId } = wanted;
  const changed = await deps.database.transaction(async (tx) => {
    await lockReader(deps.database, tx, userId);
    const seen = wanted.seriesIds ?? [];
    const found = await deps.counts.lockSeriesOfBooks(tx, seen, () => store.listWanted(tx, wanted));
    const wantedIds = new Set(found.map(({ id }) => id));
    // Marks every file of a book.
    const others = (await store.listEntryFiles(tx, [...wantedIds])).filter(({ id }) => !wantedIds.has(id));
    const formats = await store.listWanted(tx, { userId, bookIds: others.map(({ id }) => id) });
    const books = await (isRead ? finish : forget)(deps, tx, userId, [...found, ...formats]);
    await deps.counts.recount(tx, [...new Set(books.map(({ seriesId }) => seriesId))], userId);
    return { ids: books.map(({ id }) => id), count: books.filter(({ id }) => wantedIds.has(id)).length };
  });
  publishProgress(deps.events, { userId, bookIds: changed.ids, deleted: !isRead });
  return changed.count;
}

const toEntry = (
  entry: Omit<
    ReadHistoryTable,
    'id' | 'deviceId' | 'deviceName' | 'marked' | 'beganAt' | 'claimedAt' | 'recordedAt'
  >,
): ReadHistoryTable => ({
  id: newId(),
  deviceId: null,
  deviceName: null,
  beganAt: null,
  claimedAt: null,
  marked: 1,
  recordedAt: entry.readAt,
  ...entry,
});

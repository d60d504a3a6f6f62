// Files of one book share the user's position as a fraction, because each file has different pages and locators.
import type { Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import * as store from './store.ts';

/**
 * Copies the newest position in these files of one entry to all of them. A file whose position is already the newest
 * keeps its exact position. Returns the other files of the entry.
 */
export async function shareProgress(
  tx: Tx,
  bookIds: readonly string[],
  userId?: string,
): Promise<store.EntryFile[]> {
  const files = await store.listEntryFiles(tx, bookIds);
  if (files.length === 0) return [];
  const ids = files.map(({ id }) => id);
  const rows = await store.listOfBooks(tx, ids, userId);
  const forgotten = await store.listLastForgotten(tx, ids);
  const pagesOf = new Map(files.map(({ id, pageCount }) => [id, pageCount]));
  for (const [reader, known] of Map.groupBy(rows, (row) => row.userId)) {
    const newest = known.reduce((a, b) => (b.updatedAt > a.updatedAt ? b : a));
    if ((forgotten.get(reader) ?? 0) > newest.updatedAt) continue;
    for (const { id, pageCount } of files) {
      const own = known.find(({ bookId }) => bookId === id);
      if (id === newest.bookId || (own && own.updatedAt >= newest.updatedAt)) continue;
      const pages = { from: pagesOf.get(newest.bookId) ?? 0, to: pageCount };
      await store.save(tx, toPosition(newest, { id: own?.id ?? newId(), bookId: id }, pages));
    }
  }
  return files.filter(({ id }) => !bookIds.includes(id));
}

/** The same fraction of another file. */
function toPosition(
  { currentPage, percentage, ...row }: ReadProgressTable,
  ids: Pick<ReadProgressTable, 'id' | 'bookId'>,
  pages: { from: number; to: number },
): ReadProgressTable {
  const share = row.completed === 1 ? 1 : (percentage ?? (pages.from > 0 ? currentPage / pages.from : 0));
  const page = Math.min(Math.max(1, Math.round(share * pages.to)), Math.max(1, pages.to));
  return { ...row, ...ids, currentPage: page, percentage: share, locator: null };
}

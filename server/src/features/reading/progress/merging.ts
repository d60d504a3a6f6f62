// Combines the positions of two files with the same content, when one of them disappears.
import type { Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { shareProgress } from './entries.ts';
import * as store from './store.ts';

/** A changed position, and the previous one, so that the change can be undone. */
export interface MergedProgress {
  before: ReadProgressTable | null;
  after: ReadProgressTable;
}

interface Books {
  from: string;
  to: string;
}

/**
 * Each user's position in `to` becomes the further one of both: a finished book stays finished. `from` keeps its
 * position. Progress that the user removed from `to` later is not restored.
 */
export async function mergeProgress(tx: Tx, { from, to }: Books): Promise<MergedProgress[]> {
  const rows = await store.listOfBooks(tx, [from, to], undefined);
  const forgotten = await store.listLastForgotten(tx, [to]);
  const merged: MergedProgress[] = [];
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId)) {
    const source = own.find(({ bookId }) => bookId === from);
    const before = own.find(({ bookId }) => bookId === to) ?? null;
    if (!source || (!before && (forgotten.get(userId) ?? 0) > source.updatedAt)) continue;
    if (before && !isBeyond(source, before)) continue;
    const after: ReadProgressTable = {
      ...source,
      id: before?.id ?? newId(),
      bookId: to,
      startedAt: Math.min(source.startedAt, before?.startedAt ?? source.startedAt),
      updatedAt: Math.max(source.updatedAt, before?.updatedAt ?? 0),
    };
    await store.save(tx, after);
    merged.push({ before, after });
  }
  if (merged.length > 0) await shareProgress(tx, [to]);
  return merged;
}

/** Copies positions that were reported since a time, as far as the other book has none. */
export async function copyProgress(
  tx: Tx,
  { from, to, sinceMs }: Books & { sinceMs: number },
): Promise<void> {
  const rows = await store.listOfBooks(tx, [from, to], undefined);
  const known = new Set(rows.filter(({ bookId }) => bookId === to).map(({ userId }) => userId));
  for (const row of rows)
    if (row.bookId === from && row.updatedAt >= sinceMs && !known.has(row.userId))
      await store.save(tx, { ...row, id: newId(), bookId: to });
}

/** Undoes a merge for users who have not read on since. */
export async function separateProgress(tx: Tx, merged: readonly MergedProgress[]): Promise<void> {
  for (const { before, after } of merged) {
    const current = await store.find(tx, after.userId, after.bookId);
    if (current?.updatedAt !== after.updatedAt || current.currentPage !== after.currentPage) continue;
    if (before) await store.save(tx, before);
    else await store.remove(tx, current.id);
  }
}

/** If two positions are equally far, the newer one counts. */
function isBeyond(a: ReadProgressTable, b: ReadProgressTable): boolean {
  if (a.completed !== b.completed) return a.completed > b.completed;
  if (a.currentPage !== b.currentPage) return a.currentPage > b.currentPage;
  return a.updatedAt > b.updatedAt;
}

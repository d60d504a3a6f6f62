// Restores progress from an export of another Lectern server: missing history entries, and the position if it is newer.
import { publishProgress } from '#catalog/changes.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { shareProgress } from './entries.ts';
import * as history from './history/store.ts';
import { lockReader, type WriteDependencies } from './marking.ts';
import * as store from './store.ts';

export interface Restored {
  entries: readonly Omit<ReadHistoryTable, 'id' | 'userId' | 'bookId' | 'recordedAt' | 'claimedAt'>[];
  /** Undefined if there is no current position. */
  position: Omit<ReadProgressTable, 'id' | 'userId' | 'bookId'> | undefined;
}

interface Where {
  userId: string;
  bookId: string;
  seriesId: string;
}

/** More than a book ever has. */
const maxEntries = 10_000;

/** Returns whether the position changed, and the number of new history entries. */
export async function restore(
  deps: WriteDependencies,
  { userId, bookId, seriesId }: Where,
  { entries, position }: Restored,
): Promise<{ isApplied: boolean; added: number }> {
  const outcome = await deps.database.transaction(async (tx) => {
    await lockReader(deps.database, tx, userId);
    await deps.counts.lockSeriesOfBooks(tx, [seriesId], () => store.listHomes(tx, bookId));
    const known = new Set(
      (await history.list(tx, { userId, bookId }, { limit: maxEntries, offset: 0 })).map(toKey),
    );
    const recordedAt = deps.clock();
    const missing = entries
      .filter((entry) => !known.has(toKey(entry)))
      .map((entry) => ({ ...entry, id: newId(), userId, bookId, recordedAt, claimedAt: null }));
    for (const entry of missing) await history.add(tx, entry);
    const current = await store.find(tx, userId, bookId);
    const forgottenAt = current ? undefined : await store.findForgotten(tx, userId, bookId);
    const isNewer = position !== undefined && position.updatedAt > (current?.updatedAt ?? forgottenAt ?? 0);
    if (isNewer) {
      await store.save(tx, { ...position, id: current?.id ?? newId(), userId, bookId });
      await shareProgress(tx, [bookId], userId);
      await deps.counts.recount(tx, [seriesId], userId);
    }
    return { isApplied: isNewer, added: missing.length };
  });
  if (outcome.isApplied) publishProgress(deps.events, { userId, bookIds: [bookId], deleted: false });
  return outcome;
}

const toKey = ({ readAt, page, completed, marked, deviceId }: Restored['entries'][number]): string =>
  [readAt, page, completed, marked, deviceId].join(' ');

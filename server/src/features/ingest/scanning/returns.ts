// Restores books whose files are back in their former location.
import { publishBooks } from '#catalog/changes.ts';
import { publishCounts, recountBooks } from '#features/libraries/book-counts/index.ts';
import { publishSettled } from '#features/libraries/formats/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { findLeftBehind, follow, listStillLeft, publishFollowed, unfollow } from '../file-matches/index.ts';
import type { RemovalDependencies } from './removals.ts';

const chunk = 500;

/** Returns the affected series. Skips books that were moved meanwhile or whose location contains another book. */
export async function returnBooks(
  deps: RemovalDependencies,
  { libraryId, ids }: { libraryId: string; ids: readonly string[] },
): Promise<string[]> {
  const { database, books, events, clock } = deps;
  const touched = new Set<string>();
  for (const part of chunks(ids, chunk)) {
    const leftBehind = await findLeftBehind(deps, await books.findByIds(part));
    const { returned, settled, recounted, followed } = await database.transaction(async (tx) => {
      const rows = await books.markReturned(tx, part, { libraryId, nowMs: clock() });
      const ids = rows.map(({ id }) => id);
      const settled = await deps.formats.settle(tx, { ids, newIds: new Set(ids) });
      const others = await unfollow(deps, tx, ids);
      const followers = await listStillLeft(deps, tx, leftBehind, new Set(ids));
      const followed = await follow(deps, tx, followers, { emptied: new Set(), nowMs: clock() });
      const turned = [...rows, ...settled.shown, ...settled.hidden, ...others];
      const { recounted } = await recountBooks(deps, tx, turned);
      return { returned: rows, settled, recounted, followed };
    });
    for (const [seriesId, rows] of Map.groupBy(returned, (row) => row.seriesId)) {
      touched.add(seriesId);
      publishBooks(events, { bookIds: rows.map(({ id }) => id), seriesId, libraryId, kind: 'created' });
    }
    publishSettled(events, settled);
    publishFollowed(events, followed);
    publishCounts(deps, libraryId, recounted);
  }
  return [...touched];
}

// Books whose files are back in their places come back as they were.
import { publishBooks } from '#catalog/changes.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { publishCounts, recountBooks } from './recount.ts';
import type { RemovalDependencies } from './removals.ts';

const chunk = 500;

/** Returns the series that gained some. Books that are elsewhere by now, or whose place another has taken, stay as they are. */
export async function returnBooks(
  deps: RemovalDependencies,
  { libraryId, ids }: { libraryId: string; ids: readonly string[] },
): Promise<string[]> {
  const { database, books, events, clock } = deps;
  const touched = new Set<string>();
  for (const part of chunks(ids, chunk)) {
    const { returned, recounted } = await database.transaction(async (tx) => {
      const rows = await books.markReturned(tx, part, { libraryId, nowMs: clock() });
      return { returned: rows, recounted: (await recountBooks(deps, tx, rows)).recounted };
    });
    for (const [seriesId, rows] of Map.groupBy(returned, (row) => row.seriesId)) {
      touched.add(seriesId);
      publishBooks(events, { bookIds: rows.map(({ id }) => id), seriesId, libraryId, kind: 'created' });
    }
    publishCounts(deps, libraryId, recounted);
  }
  return [...touched];
}

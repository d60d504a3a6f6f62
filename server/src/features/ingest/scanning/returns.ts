// Books whose files are back in their places come back as they were.
import { publishBooks, publishRecounted } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { RemovalDependencies } from './removals.ts';

const chunk = 500;

/** Returns the series that gained some. Books that are elsewhere by now, or whose place another has taken, stay as they are. */
export async function returnBooks(
  deps: RemovalDependencies,
  { libraryId, ids }: { libraryId: string; ids: readonly string[] },
): Promise<string[]> {
  const { database, libraries, books, series, seriesProgress, indexing, events, clock } = deps;
  const touched = new Set<string>();
  for (const part of chunks(ids, chunk)) {
    const { returned, recounted } = await database.transaction(async (tx) => {
      const rows = await books.markReturned(tx, part, { libraryId, nowMs: clock() });
      const seriesIds = [...new Set(rows.map((row) => row.seriesId))];
      const recounted = await series.recount(tx, seriesIds, clock());
      await libraries.adjust(tx, recounted.counts);
      await seriesProgress.recount(tx, seriesIds);
      await indexing.indexBooks(
        tx,
        rows.map((row) => row.id),
      );
      return { returned: rows, recounted };
    });
    for (const [seriesId, rows] of Map.groupBy(returned, (row) => row.seriesId)) {
      touched.add(seriesId);
      publishBooks(events, { bookIds: rows.map(({ id }) => id), seriesId, libraryId, kind: 'created' });
    }
    publishRecounted(events, recounted);
    events.publish(libraryCounted, { libraryId });
  }
  return [...touched];
}

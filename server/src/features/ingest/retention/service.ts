// Purges soft-deleted books on request or after the retention days of their library, and soft-deletes the books of
// removed libraries and roots.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';

export interface RetentionDependencies {
  database: Database;
  catalog: Catalog;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
  libraries: LibraryScan;
  clock: Clock;
  /** Deletes covers and thumbnails of purged books. */
  forget(bookIds: readonly string[]): Promise<void>;
}

export type RetentionService = ReturnType<typeof createRetentionService>;

const chunk = 500;
/** Includes books deleted while the clock was ahead. */
const always = Number.MAX_SAFE_INTEGER;
const dayMs = 24 * 60 * 60 * 1000;

export function createRetentionService({
  database,
  catalog,
  books,
  series,
  seriesProgress,
  libraries,
  clock,
  forget,
}: RetentionDependencies) {
  async function purge(which: {
    libraryId?: string;
    seriesId?: string;
    deletedBeforeMs: number;
  }): Promise<number> {
    let purged = 0;
    for (;;) {
      const purgedRows = await database.transaction(async (tx) => {
        const rows = await books.purge(tx, { ...which, limit: chunk });
        const seriesIds = [...new Set(rows.map((row) => row.seriesId))];
        await seriesProgress.recount(tx, seriesIds);
        await series.removeEmpty(tx, seriesIds);
        return rows;
      });
      purged += purgedRows.length;
      await forget(purgedRows.map((row) => row.id));
      if (purgedRows.length < chunk) return purged;
    }
  }

  return {
    async purgeLibrary(viewer: Viewer, libraryId: string): Promise<number> {
      await catalog.libraries.getWhole(viewer, libraryId);
      return purge({ libraryId, deletedBeforeMs: always });
    },

    async purgeSeries(viewer: Viewer, seriesId: string): Promise<number> {
      await catalog.series.get(viewer, seriesId);
      return purge({ seriesId, deletedBeforeMs: always });
    },

    /** Purges the books of each library that have exceeded its retention days. */
    async purgeExpired(signal: AbortSignal): Promise<{ purged: number }> {
      let purged = 0;
      for (const { id, days } of await libraries.listPurging()) {
        signal.throwIfAborted();
        purged += await purge({ libraryId: id, deletedBeforeMs: clock() - days * dayMs });
      }
      return { purged };
    },

    /** Soft-deletes the books of removed libraries and roots, a few at a time. */
    async softDelete(
      signal: AbortSignal,
      remove: (which: { libraryId: string; ids: string[]; orphansOnly: boolean }) => Promise<unknown>,
    ) {
      for (;;) {
        signal.throwIfAborted();
        const orphans = await database.transaction((tx) => books.listOrphans(tx, chunk));
        for (const [libraryId, rows] of Map.groupBy(orphans, (row) => row.libraryId)) {
          await remove({ libraryId, ids: rows.map((row) => row.id), orphansOnly: true });
          await libraries.recount(libraryId);
        }
        if (orphans.length < chunk) return;
      }
    },
  };
}

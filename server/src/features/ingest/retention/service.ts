// Letting go for good: of soft-deleted books, on request or when their time is over, and of the books of removed
// libraries and folders, which are put away but not forgotten.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';

export interface RetentionDependencies {
  database: Database;
  catalog: Catalog;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: Pick<SeriesProgress, 'recount'>;
  libraries: LibraryScan;
  clock: Clock;
  /** Covers and thumbnails of books that are no more. */
  forget(bookIds: readonly string[]): Promise<void>;
}

export type RetentionService = ReturnType<typeof createRetentionService>;

const chunk = 500;
/** Also of what a clock that was ahead has dated. */
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
      const gone = await database.transaction(async (tx) => {
        const rows = await books.purge(tx, { ...which, limit: chunk });
        const seriesIds = [...new Set(rows.map((row) => row.seriesId))];
        await seriesProgress.recount(tx, seriesIds);
        await series.removeEmpty(tx, seriesIds);
        return rows;
      });
      purged += gone.length;
      await forget(gone.map((row) => row.id));
      if (gone.length < chunk) return purged;
    }
  }

  return {
    async purgeLibrary(viewer: Viewer, libraryId: string): Promise<number> {
      if (!(await catalog.libraries.find(viewer, libraryId))) throw notFound('library');
      return purge({ libraryId, deletedBeforeMs: always });
    },

    async purgeSeries(viewer: Viewer, seriesId: string): Promise<number> {
      await catalog.series.get(viewer, seriesId);
      return purge({ seriesId, deletedBeforeMs: always });
    },

    /** What libraries let go of by themselves after their days. */
    async purgeExpired(signal: AbortSignal): Promise<{ purged: number }> {
      let purged = 0;
      for (const { id, days } of await libraries.listPurging()) {
        signal.throwIfAborted();
        purged += await purge({ libraryId: id, deletedBeforeMs: clock() - days * dayMs });
      }
      return { purged };
    },

    /** Soft-deletes the books of removed libraries and folders, a few at a time. */
    async softDelete(
      signal: AbortSignal,
      remove: (
        library: Pick<ScanLibrary, 'id'>,
        ids: readonly string[],
        options: { orphansOnly: boolean },
      ) => Promise<unknown>,
    ) {
      for (;;) {
        signal.throwIfAborted();
        const orphans = await database.transaction((tx) => books.listOrphans(tx, chunk));
        for (const [libraryId, rows] of Map.groupBy(orphans, (row) => row.libraryId)) {
          await remove(
            { id: libraryId },
            rows.map((row) => row.id),
            { orphansOnly: true },
          );
          await libraries.recount(libraryId);
        }
        if (orphans.length < chunk) return;
      }
    },
  };
}

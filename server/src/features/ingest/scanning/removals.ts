// The end of a scan: books whose files are gone are let go, series are counted and described again.

import { publishBooks, publishRecounted, publishSeries } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import { readMarks } from '#catalog/visible.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Indexing } from '#features/libraries/search-index/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { type Clock, isFromAhead } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { type Reason, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { decideRemoval } from './removal.ts';

interface Dependencies {
  database: Database;
  libraries: LibraryScan;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: Pick<SeriesProgress, 'recount'>;
  indexing: Pick<Indexing, 'indexBooks'>;
  events: EventBus;
  clock: Clock;
}

export interface Departing {
  library: ScanLibrary;
  /** Books whose file was found nowhere. */
  missing: ReadonlyMap<string, unknown>;
  hasNewDevice: boolean;
  isConfirmed: boolean;
}

export interface Departed {
  notes: Reason[];
  /** The loss is kept waiting. */
  isHeld: boolean;
  /** Series that lost books. */
  seriesIds: string[];
}

export type Removals = ReturnType<typeof createRemovals>;

const chunk = 500;
/** Series described at a time, with all that their books say. */
const describedAtOnce = 100;
/** Clocks of several machines differ by less. */
const clockSkewMs = 5_000;

export function createRemovals(deps: Dependencies) {
  const { database, libraries, books, series, seriesProgress, indexing, events, clock } = deps;
  async function remove(
    library: Pick<ScanLibrary, 'id'>,
    ids: readonly string[],
    { orphansOnly = false }: { orphansOnly?: boolean } = {},
  ): Promise<string[]> {
    const touched = new Set<string>();
    for (const part of chunks(ids, chunk)) {
      const { gone, marks, recounted } = await database.transaction(async (tx) => {
        const rows = await books.markDeleted(tx, part, {
          libraryId: library.id,
          orphansOnly,
          nowMs: clock(),
        });
        const seriesIds = [...new Set(rows.map((row) => row.seriesId))];
        const recounted = await series.recount(tx, seriesIds, clock());
        await libraries.adjust(tx, recounted.counts);
        await seriesProgress.recount(tx, seriesIds);
        // Searches leave out what is gone.
        await indexing.indexBooks(
          tx,
          rows.map((row) => row.id),
        );
        return { gone: rows, recounted, marks: await readMarks(tx, seriesIds) };
      });
      for (const [seriesId, rows] of Map.groupBy(gone, (row) => row.seriesId)) {
        touched.add(seriesId);
        publishBooks(events, {
          bookIds: rows.map((row) => row.id),
          seriesId,
          libraryId: library.id,
          kind: 'deleted',
          marks: marks.get(seriesId),
        });
      }
      publishRecounted(events, recounted);
      events.publish(libraryCounted, { libraryId: library.id });
    }
    return [...touched];
  }

  return {
    remove,

    /** Soft-deletes what is missing, unless so much is missing that it has to be seen twice. */
    async settle({ library, missing, hasNewDevice, isConfirmed }: Departing): Promise<Departed> {
      const ids = [...missing.keys()];
      if (ids.length === 0) {
        await libraries.holdRemoval(library.id, null);
        return { notes: [], isHeld: false, seriesIds: [] };
      }
      const live = await libraries.countLiveOfLibrary(library.id);
      const nowMs = clock();
      const { removalHeldAt } = library;
      const heldAtMs = removalHeldAt !== null && isFromAhead(removalHeldAt, nowMs) ? null : removalHeldAt;
      const decision = decideRemoval({
        missing: ids.length,
        live,
        hasNewDevice,
        heldAtMs,
        nowMs,
        isConfirmed,
      });
      if (decision === 'hold') {
        await libraries.holdRemoval(library.id, heldAtMs ?? nowMs);
        return { notes: [reason('scan_held', { gone: ids.length, all: live })], isHeld: true, seriesIds: [] };
      }
      await libraries.holdRemoval(library.id, null);
      return { notes: [], isHeld: false, seriesIds: await remove(library, ids) };
    },

    /** What no finished scan has described yet, also what one that was cut off has left. */
    listTouched: ({ id, lastScannedAt }: ScanLibrary): Promise<string[]> => {
      const sinceMs = lastScannedAt === null || isFromAhead(lastScannedAt, clock()) ? 0 : lastScannedAt;
      return series.listTouched(database, id, sinceMs - clockSkewMs);
    },

    /** Series after their books: names, years, directions; readers' counts; empty ones go. */
    async describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void> {
      for (const part of chunks([...new Set(seriesIds)], describedAtOnce)) {
        const sidecars = await series.readSidecars(database.db, part, library.roots);
        const changed = await database.transaction(async (tx) => {
          await series.saveSidecars(tx, sidecars, clock());
          await seriesProgress.recount(tx, part);
          // One that waits for its books to return stays as it was: its age still says who may know of it.
          return series.describe(tx, await series.removeEmpty(tx, part), clock());
        });
        if (changed.length > 0) publishSeries(events, { seriesIds: changed, libraryId: library.id });
      }
    },
  };
}

// End of a scan: soft-deletes books whose files are missing, and recounts and describes series.
import { publishBooks, publishSeries } from '#catalog/changes.ts';
import { readMarks } from '#catalog/visible.ts';
import {
  publishCounts,
  type RecountDependencies,
  recountBooks,
} from '#features/libraries/book-counts/index.ts';
import { type Formats, publishSettled } from '#features/libraries/formats/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { isFromAhead } from '#infrastructure/clock.ts';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { type FollowDependencies, findFollowers, follow, publishFollowed } from '../file-matches/index.ts';
import { decideRemoval } from './removal.ts';

export interface RemovalDependencies extends RecountDependencies, FollowDependencies {
  formats: Formats;
}

interface Missing {
  library: ScanLibrary;
  /** Missing files and their expected location, by book id. */
  missing: ReadonlyMap<string, { rootId: string; folder: string; fileName: string }>;
  hasNewDevice: boolean;
  isConfirmed: boolean;
}

interface Settled {
  notes: Reason[];
  /** The removal waits for a confirmation. */
  isHeld: boolean;
  /** Series that lost books. */
  seriesIds: string[];
}

const chunk = 500;
/** Series described per transaction. */
const describedAtOnce = 100;
/** Maximum difference between the clocks of several machines. */
const clockSkewMs = 5_000;

/** Soft-deletes books. Returns the affected series. */
export async function removeBooks(
  deps: RemovalDependencies,
  {
    libraryId,
    ids,
    orphansOnly = false,
  }: { libraryId: string; ids: readonly string[]; orphansOnly?: boolean },
): Promise<string[]> {
  const { database, books, events, clock } = deps;
  const touched = new Set<string>();
  const goneIds = new Set(ids);
  for (const part of chunks(ids, chunk)) {
    // The books of removed libraries return with their library.
    const followers = orphansOnly ? [] : await findFollowers(deps, part, goneIds);
    const { deleted, settled, marks, recounted, followed } = await database.transaction(async (tx) => {
      const rows = await books.markDeleted(tx, part, { libraryId, orphansOnly, nowMs: clock() });
      const settled = await deps.formats.settle(tx, { ids: rows.map(({ id }) => id) });
      const turned = [...rows, ...settled.shown, ...settled.hidden];
      const { seriesIds, recounted } = await recountBooks(deps, tx, turned);
      const deletedIds = new Set(rows.map(({ id }) => id));
      const emptied = new Set(recounted.emptied.map(({ id }) => id));
      const followed = await follow(
        deps,
        tx,
        followers.filter(({ gone }) => deletedIds.has(gone.id)),
        { emptied, nowMs: clock() },
      );
      if (followed.books.length > 0) await recountBooks(deps, tx, followed.books);
      return { deleted: rows, settled, recounted, followed, marks: await readMarks(tx, seriesIds) };
    });
    publishSettled(events, settled);
    publishFollowed(events, followed);
    for (const { seriesId } of settled.shown) touched.add(seriesId);
    for (const [seriesId, rows] of Map.groupBy(deleted, (row) => row.seriesId)) {
      touched.add(seriesId);
      const bookIds = rows.map((row) => row.id);
      publishBooks(events, { bookIds, seriesId, libraryId, kind: 'deleted', marks: marks.get(seriesId) });
    }
    publishCounts(deps, libraryId, recounted);
  }
  return [...touched];
}

/** Soft-deletes missing books, unless the loss is so large that a second scan must confirm it. */
export async function settleMissing(
  deps: RemovalDependencies,
  { library, missing, hasNewDevice, isConfirmed }: Missing,
): Promise<Settled> {
  const { libraries } = deps;
  const ids = await listStillThere(deps, missing);
  if (ids.length === 0) {
    await libraries.holdRemoval(library.id, null);
    return { notes: [], isHeld: false, seriesIds: [] };
  }
  const live = await libraries.countLiveOfLibrary(library.id);
  const nowMs = deps.clock();
  const { removalHeldAt } = library;
  const heldAtMs = removalHeldAt !== null && isFromAhead(removalHeldAt, nowMs) ? null : removalHeldAt;
  const decision = decideRemoval({ missing: ids.length, live, hasNewDevice, heldAtMs, nowMs, isConfirmed });
  if (decision === 'hold') {
    await libraries.holdRemoval(library.id, heldAtMs ?? nowMs);
    const notes = [reason('scan_held', { gone: ids.length, all: live })];
    return { notes, isHeld: true, seriesIds: [] };
  }
  await libraries.holdRemoval(library.id, null);
  return { notes: [], isHeld: false, seriesIds: await removeBooks(deps, { libraryId: library.id, ids }) };
}

/** Omits books that were moved since the folders were listed. */
async function listStillThere(
  { books }: RemovalDependencies,
  missing: Missing['missing'],
): Promise<string[]> {
  const still: string[] = [];
  for (const part of chunks([...missing.keys()], chunk)) {
    const rows = await books.findByIds(part);
    const isStill = (row: (typeof rows)[number]) => {
      const place = missing.get(row.id);
      return row.rootId === place?.rootId && row.folder === place.folder && row.fileName === place.fileName;
    };
    still.push(...rows.filter(isStill).map(({ id }) => id));
  }
  return still;
}

/** Series that no complete scan has described yet, including those of interrupted scans. */
export function listTouched(
  { database, series, clock }: RemovalDependencies,
  { id, lastScannedAt }: ScanLibrary,
): Promise<string[]> {
  const sinceMs = lastScannedAt === null || isFromAhead(lastScannedAt, clock()) ? 0 : lastScannedAt;
  return series.listTouched(database, id, sinceMs - clockSkewMs);
}

/** Updates names, years, reading directions and progress counts of series from their books. Removes empty series. */
export async function describeSeries(
  { database, series, seriesProgress, events, clock }: RemovalDependencies,
  library: ScanLibrary,
  seriesIds: readonly string[],
): Promise<void> {
  for (const part of chunks([...new Set(seriesIds)], describedAtOnce)) {
    const sidecars = await series.readSidecars(database.db, part, library.roots);
    const changed = await database.transaction(async (tx) => {
      await series.saveSidecars(tx, sidecars, clock());
      await seriesProgress.recount(tx, part);
      // A series whose books are all deleted keeps its description, because they may return, and its age rating still
      // limits access.
      return series.describe(tx, await series.removeEmpty(tx, part), clock());
    });
    if (changed.length > 0) publishSeries(events, { seriesIds: changed, libraryId: library.id });
  }
}

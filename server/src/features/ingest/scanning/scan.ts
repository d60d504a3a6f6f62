// One scan of one library: look at every folder, read what is new or changed, let go of what is gone, describe what
// was touched. Each step may be cut off at any moment; the next scan finds out again what is left to do.

import { libraryChanged } from '#catalog/libraries.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import type { Discovery, DiscoveryOptions, DiscoveryRoot } from '../discovery/index.ts';
import { type Importer, toListSettings } from '../import/index.ts';
import { createSeriesAssignment } from '../series-assignment/index.ts';
import type { Removals } from './removals.ts';
import { checkRoots, refuseEmptied, refuseOwn } from './roots.ts';
import type { ScanState } from './scan-state.ts';

export interface ScanParams {
  libraryId: string;
  mode: 'normal' | 'deep';
  /** When a person said that missing files are meant to be gone; null when nobody did. */
  confirmedAtMs: number | null;
}

interface Dependencies {
  libraries: LibraryScan;
  discovery(options: DiscoveryOptions): Promise<Discovery>;
  importer: Pick<Importer, 'importDiscovered'>;
  removals: Removals;
  events: EventBus;
  clock: Clock;
  own: Pick<OwnFolders, 'relate'>;
  /** A library was scanned to the end. */
  onScanned(libraryId: string): Promise<void>;
  /** A library was removed while it was scanned. */
  onRemoved(): Promise<void>;
}

export function createScan(deps: Dependencies) {
  const { libraries, discovery, importer, removals, events, clock, own, onScanned, onRemoved } = deps;

  /** Ends with its library; what it had still found is put away like the rest. */
  return async function scanWhileThere(context: TaskContext<ScanParams>): Promise<ScanState> {
    const { libraryId } = context.params;
    const library = await libraries.findLibrary(libraryId);
    if (!library) throw new PermanentFailure(removed);
    const end = new AbortController();
    const unsubscribe = events.subscribe(libraryChanged, (change) => {
      if (change.libraryId === libraryId && change.kind === 'deleted')
        end.abort(new PermanentFailure(removed));
    });
    try {
      return await scan({ ...context, signal: AbortSignal.any([context.signal, end.signal]) }, library);
    } finally {
      unsubscribe();
      if (!(await libraries.findLibrary(libraryId))) await onRemoved();
    }
  };

  async function scan(context: TaskContext<ScanParams>, library: ScanLibrary): Promise<ScanState> {
    const { params, signal } = context;
    const state: ScanState = { filesTotal: 0, filesProcessed: 0, seriesFound: 0, booksFound: 0, errors: [] };
    const reportProgress = () => {
      context.progress(state.filesProcessed, state.filesTotal);
      context.saveState(state);
    };

    const isConfirmed = isConfirmedNow(context, clock());
    const countLive = (rootId: string) => libraries.countLive(rootId);
    await refuseOwn(library.roots, own);
    await checkRoots(library.roots, countLive, isConfirmed);
    const roots = library.roots.map(
      (root): DiscoveryRoot => ({ id: root.id, settings: toListSettings(library, root.path) }),
    );
    const assignment = createSeriesAssignment(library);
    const found = await discovery({
      roots,
      deep: params.mode === 'deep' || (library.placedBy !== null && library.placedBy !== assignment.key),
      signal,
      onProgress(total) {
        state.filesTotal = total;
        reportProgress();
      },
    });
    const toRead = found.changed.reduce((sum, folder) => sum + folder.count, 0);
    state.filesTotal = found.filesTotal;
    state.filesProcessed = found.filesTotal - toRead;
    const surveyed = found.notes.length;
    state.errors.push(...found.notes);
    reportProgress();

    const touched = await importer.importDiscovered({
      library,
      assignment,
      discovery: found,
      signal,
      onProgress(files) {
        state.filesProcessed += files;
        reportProgress();
      },
    });
    state.errors.push(...found.notes.slice(surveyed));
    signal.throwIfAborted();
    // A disk may have gone while its folders were listed: then they looked empty.
    const devices = await checkRoots(library.roots, countLive, isConfirmed);
    if (!isConfirmed) await refuseEmptied(library.roots, found.emptyRootIds, countLive);
    const hasNewDevice = library.roots.some(
      (root) => root.device !== null && root.device !== devices.get(root.id),
    );
    const departed = await removals.settle({
      library,
      missing: found.missing,
      hasNewDevice,
      isConfirmed,
    });
    if (isConfirmed) state.hasUsedConfirmation = true;
    state.errors.push(...departed.notes);
    // What this scan has touched it knows itself; what one that was cut off has left is told by the clock.
    const left = await removals.listTouched(library);
    await removals.describe(library, [...touched, ...departed.seriesIds, ...left]);

    const counts = await libraries.finish(library, {
      nowMs: clock(),
      placedBy: assignment.key,
      devices: departed.isHeld ? new Map() : devices,
      folderTimes: found.folderTimes,
    });
    state.seriesFound = counts.seriesCount;
    state.booksFound = counts.bookCount;
    state.filesProcessed = state.filesTotal;
    reportProgress();
    events.publish(libraryChanged, { libraryId: library.id });
    await onScanned(library.id);
    return state;
  }
}

const removed = reason('library_removed');

const dayMs = 24 * 60 * 60 * 1000;

/** What a person confirmed holds for what they saw: not for a later run of the same task, nor for another day. */
function isConfirmedNow({ params, state }: TaskContext<ScanParams>, nowMs: number): boolean {
  const isUsed = (state as ScanState | undefined)?.hasUsedConfirmation === true;
  return params.confirmedAtMs !== null && !isUsed && nowMs - params.confirmedAtMs < dayMs;
}

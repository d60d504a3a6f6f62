// A scan of one library: lists every folder, reads new and changed files, soft-deletes books whose files are missing,
// and describes the affected series. Each step can be interrupted; the next scan completes the rest.
import { toRecord } from '@lectern/contract/records';
import { libraryChanged } from '#catalog/libraries.ts';
import type { LibraryBounds, ScanLibrary } from '#features/libraries/libraries/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { toNativeName } from '#infrastructure/files/names.ts';
import { removeLeftFile } from '#infrastructure/files/writing/new-files.ts';
import { PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import type { BesideCovers } from '../beside-covers/index.ts';
import type { Discovery, DiscoveryOptions, DiscoveryRoot } from '../discovery/index.ts';
import { type Importer, toListSettings } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import { groupFormats } from './group-formats.ts';
import {
  describeSeries,
  listTouched,
  type RemovalDependencies,
  removeBooks,
  settleMissing,
} from './removals.ts';
import { checkRoots, refuseEmptied, refuseOwn } from './roots.ts';
import type { ScanState } from './scan-state.ts';

export interface ScanParams {
  libraryId: string;
  mode: 'normal' | 'deep';
  /** Time at which a user confirmed that missing files were removed deliberately; null without a confirmation. */
  confirmedAtMs: number | null;
}

export interface ScanDependencies extends RemovalDependencies {
  discovery(options: DiscoveryOptions): Promise<Discovery>;
  importer: Importer;
  own: LibraryBounds['own'];
  besideCovers: BesideCovers;
  /** Called after a complete scan of a library. */
  onScanned(libraryId: string): Promise<void>;
  /** Called when a library was removed during its scan. */
  onRemoved(): Promise<void>;
}

/** Without names of files: the notes are in the state. */
interface ScanResult extends Omit<ScanState, 'errors' | 'hasUsedConfirmation'> {
  notes: number;
}

/** Stops if its library is removed. The imported books are then deleted with the library. */
export async function runScan(deps: ScanDependencies, context: TaskContext<ScanParams>): Promise<ScanResult> {
  const { libraries, events } = deps;
  const { libraryId } = context.params;
  const library = await libraries.findLibrary(libraryId);
  if (!library) throw new PermanentFailure(removed);
  const end = new AbortController();
  const unsubscribe = events.subscribe(libraryChanged, (change) => {
    if (change.libraryId === libraryId && change.kind === 'deleted') end.abort(new PermanentFailure(removed));
  });
  try {
    return await scan(deps, { ...context, signal: AbortSignal.any([context.signal, end.signal]) }, library);
  } finally {
    unsubscribe();
    if (!(await libraries.findLibrary(libraryId))) await deps.onRemoved();
  }
}

async function scan(
  deps: ScanDependencies,
  context: TaskContext<ScanParams>,
  library: ScanLibrary,
): Promise<ScanResult> {
  const { libraries, discovery, importer, clock } = deps;
  const { params, signal } = context;
  const state: ScanState = { filesTotal: 0, filesProcessed: 0, seriesFound: 0, booksFound: 0, errors: [] };
  const reportProgress = () => {
    context.progress(state.filesProcessed, state.filesTotal);
    context.saveState(state);
  };

  const isConfirmed = isConfirmedNow(context, clock());
  const countLive = (rootId: string) => libraries.countLive(rootId);
  await refuseOwn(library.roots, deps.own);
  await checkRoots(library.roots, countLive, isConfirmed);
  const roots = library.roots.map(
    (root): DiscoveryRoot => ({ id: root.id, settings: toListSettings(library, root.path) }),
  );
  const assignment = new SeriesAssignment(library);
  const found = await discovery({
    roots,
    deep: params.mode === 'deep' || (library.assignedBy !== null && library.assignedBy !== assignment.key),
    signal,
    onProgress(total) {
      state.filesTotal = total;
      reportProgress();
    },
  });
  const toRead = found.changed.reduce((sum, folder) => sum + folder.count, 0);
  state.filesTotal = found.filesTotal;
  state.filesProcessed = found.filesTotal - toRead;
  const discovered = found.notes.length;
  state.errors.push(...found.notes);
  reportProgress();

  const displacedFrom = new Set<string>();
  const touched = await importer.importDiscovered({
    library,
    assignment,
    discovery: found,
    removeDisplaced: async (ids) => {
      for (const id of await removeBooks(deps, { libraryId: library.id, ids })) displacedFrom.add(id);
    },
    signal,
    onProgress(files) {
      state.filesProcessed += files;
      reportProgress();
    },
  });
  state.errors.push(...found.notes.slice(discovered));
  for (const path of found.temporary) await removeLeftFile(toNativeName(path), clock()).catch(() => {});
  signal.throwIfAborted();
  // Folders of a disk that was disconnected while they were listed appear empty.
  const devices = await checkRoots(library.roots, countLive, isConfirmed);
  if (!isConfirmed) await refuseEmptied(library.roots, found.emptyRootIds, countLive);
  const hasNewDevice = library.roots.some(
    (root) => root.device !== null && root.device !== devices.get(root.id),
  );
  const settled = await settleMissing(deps, { library, missing: found.missing, hasNewDevice, isConfirmed });
  if (isConfirmed) state.hasUsedConfirmation = true;
  state.errors.push(...settled.notes);
  const grouped = await groupFormats(deps, library, signal);
  // Also includes series left by an interrupted scan, detected by their time.
  const left = await listTouched(deps, library);
  await describeSeries(deps, library, [
    ...touched,
    ...displacedFrom,
    ...settled.seriesIds,
    ...grouped,
    ...left,
  ]);
  await deps.besideCovers.adopt(library, {
    folders: found.pictures,
    isComplete: !found.isIncomplete && !settled.isHeld,
    signal,
  });

  const counts = await libraries.finish(library, {
    nowMs: clock(),
    assignedBy: assignment.key,
    groupFormats: library.groupFormats,
    devices: settled.isHeld ? new Map() : devices,
    folderTimes: found.folderTimes,
  });
  state.seriesFound = counts.seriesCount;
  state.booksFound = counts.bookCount;
  state.filesProcessed = state.filesTotal;
  reportProgress();
  deps.events.publish(libraryChanged, { libraryId: library.id });
  await deps.onScanned(library.id);
  // The state has the notes, which name files and folders.
  const { errors, hasUsedConfirmation: _, ...figures } = state;
  return { ...figures, notes: errors.length };
}

const removed = reason('library_removed');

const dayMs = 24 * 60 * 60 * 1000;

/** A confirmation applies to the state that the user saw: not to a later run of the same task, and not after a day. */
function isConfirmedNow({ params, state }: TaskContext<ScanParams>, nowMs: number): boolean {
  const isUsed = toRecord(state).hasUsedConfirmation === true;
  return params.confirmedAtMs !== null && !isUsed && nowMs - params.confirmedAtMs < dayMs;
}

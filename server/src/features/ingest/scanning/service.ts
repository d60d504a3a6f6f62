// Starts, reports and cancels scans.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { PageRequest } from '@lectern/contract/pagination';
import type { ScanMode } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import { type Listing, readFolderTimes } from '../discovery/index.ts';
import { toListSettings } from '../pipeline/index.ts';
import type { FolderScan } from './folder.ts';
import { toOwnScanStatus } from './scan-state.ts';
import type { ScanningTasks } from './tasks.ts';

interface Dependencies {
  libraries: LibraryScan;
  /** Lists folders in the background. */
  listing: Listing;
  catalog: Catalog;
  engine: TaskEngine;
  tasks: ScanningTasks;
  clock: Clock;
}

export interface ScanRequest {
  mode: ScanMode;
  confirmRemovals: boolean;
}

export type ScanningService = ReturnType<typeof createScanningService>;

export function createScanningService({ libraries, listing, catalog, engine, tasks, clock }: Dependencies) {
  const { queue, store } = engine;

  async function show(viewer: Viewer, task: TaskRow): Promise<ScanStatus> {
    if (viewer.seriesRule === null) return toOwnScanStatus(task, viewer, undefined);
    const counts = await catalog.visibility.countByLibrary(viewer);
    return toOwnScanStatus(
      task,
      viewer,
      counts.get(task.libraryId ?? '') ?? { bookCount: 0, seriesCount: 0 },
    );
  }

  const toParams = (
    libraryId: string,
    { mode = 'normal', confirmRemovals = false }: Partial<ScanRequest>,
  ) => ({
    libraryId,
    mode,
    confirmedAtMs: confirmRemovals ? clock() : null,
  });

  /** Requests a scan. Reuses a pending scan, and repeats a running one afterwards. */
  const requestScan = (libraryId: string, request: Partial<ScanRequest> = {}) =>
    queue.enqueue(tasks.scan, toParams(libraryId, request), { rerun: true });

  const isScanning = async (libraryId: string): Promise<boolean> =>
    (await store.listActive(tasks.scan.type)).some((task) => task.libraryId === libraryId);

  return {
    requestScan,

    /** Requests a scan of one folder without its subfolders. Repeats a pending or running scan of the library instead. */
    async requestFolderScan(place: FolderScan): Promise<void> {
      if (await isScanning(place.libraryId)) await requestScan(place.libraryId);
      else await queue.enqueue(tasks.scanFolder, place, { rerun: true });
    },

    /** Whether files were added, removed or renamed in the folders of a library since its last scan. */
    async hasChanged(libraryId: string, signal: AbortSignal): Promise<boolean> {
      const library = await libraries.findLibrary(libraryId);
      for (const root of library?.roots ?? []) {
        const times = library && (await readFolderTimes(listing, toListSettings(library, root.path), signal));
        if (times !== undefined && times !== root.folderTimes) return true;
      }
      return false;
    },

    /** Throws `conflict` while a scan is pending or running. */
    async start(viewer: Viewer, libraryId: string, request: ScanRequest): Promise<ScanStatus> {
      await catalog.libraries.get(viewer, libraryId);
      const { task, isNew } = await queue.enqueue(tasks.scan, toParams(libraryId, request));
      if (!isNew) throw conflict(reason('scan_running'), { taskId: task.id });
      return show(viewer, task);
    },

    /** Repeats a pending or running scan. */
    async repeatScan(libraryId: string): Promise<void> {
      if (await isScanning(libraryId)) await requestScan(libraryId);
    },

    /** The running or last scan; undefined if there was none. */
    async findStatus(viewer: Viewer, libraryId: string): Promise<ScanStatus | undefined> {
      await catalog.libraries.get(viewer, libraryId);
      const task = await store.findLatest(tasks.scan.type, libraryId);
      return task && show(viewer, task);
    },

    /** All scans of a library whose tasks still exist, newest first. */
    async listHistory(viewer: Viewer, libraryId: string, page: PageRequest) {
      await catalog.libraries.get(viewer, libraryId);
      const { rows, total } = await store.listOfLibrary(tasks.scan.type, libraryId, page);
      return { scans: await Promise.all(rows.map((task) => show(viewer, task))), total };
    },

    async cancel(viewer: Viewer, libraryId: string): Promise<ScanStatus> {
      await catalog.libraries.get(viewer, libraryId);
      const task = await store.findLatest(tasks.scan.type, libraryId);
      const cancelled = task && (await queue.cancel(task.id));
      if (!cancelled) throw conflict(reason('scan_not_running'));
      return show(viewer, cancelled);
    },

    async listActive(viewer: Viewer): Promise<ScanStatus[]> {
      const visible = await catalog.libraries.visibleIds(viewer);
      const active = await store.listActive(tasks.scan.type);
      const seen = active.filter((task) => task.libraryId !== null && visible.includes(task.libraryId));
      return Promise.all(seen.map((task) => show(viewer, task)));
    },
  };
}

// Scans: find the books in the folders of a library, and soft-delete books whose files are missing.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Formats } from '#features/libraries/formats/index.ts';
import type { LibraryBounds, LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Indexing } from '#features/libraries/search-index/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { DiscoveryFeature, Listing } from '../discovery/index.ts';
import type { Importer } from '../pipeline/index.ts';
import type { RetentionService } from '../retention/index.ts';
import { createPreview } from './preview.ts';
import { describeSeries, removeBooks } from './removals.ts';
import { returnBooks } from './returns.ts';
import { createScanningRoutes } from './routes.ts';
import { runScan } from './scan.ts';
import { createScanningService, type ScanningService } from './service.ts';
import { defineScanningTasks, type ScanningTasks } from './tasks.ts';

export { toHundredths, toScanStatus } from './scan-state.ts';
export type { ScanningService, ScanningTasks };

interface Dependencies {
  database: Database;
  catalog: Catalog;
  engine: TaskEngine;
  libraries: LibraryScan;
  books: BookFiles;
  formats: Formats;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
  retention: RetentionService;
  indexing: Indexing;
  discovery: DiscoveryFeature['discovery'];
  importer: Importer;
  /** Lists folders in the background, and for requests. */
  listing: Listing;
  previewListing: Listing;
  bounds: LibraryBounds;
  compare(a: string, b: string): number;
  events: EventBus;
  clock: Clock;
  /** Called after a complete scan of a library. */
  onScanned(libraryId: string): Promise<void>;
}

export interface Scanning {
  routes: MountedRoute[];
  service: ScanningService;
  tasks: ScanningTasks;
  /** The files of these books were deleted deliberately, or restored. */
  softDelete(library: ScanLibrary, bookIds: readonly string[]): Promise<void>;
  bringBack(library: ScanLibrary, bookIds: readonly string[]): Promise<void>;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
}

export function createScanning(deps: Dependencies): Scanning {
  const { engine, retention, previewListing, bounds, compare } = deps;
  const tasks: ScanningTasks = defineScanningTasks({
    scan: (context) => runScan({ ...deps, own: bounds.own, onRemoved: requestRemoval }, context),
    softDelete: (signal) => retention.softDelete(signal, (which) => removeBooks(deps, which)),
    purgeExpired: retention.purgeExpired,
  });
  async function requestRemoval(): Promise<void> {
    await engine.queue.enqueue(tasks.softDelete, {}, { rerun: true });
  }
  const service = createScanningService({ ...deps, tasks });
  return {
    service,
    tasks,
    describe: (library, seriesIds) => describeSeries(deps, library, seriesIds),
    async softDelete(library, ids) {
      await describeSeries(deps, library, await removeBooks(deps, { libraryId: library.id, ids }));
    },
    async bringBack(library, ids) {
      await describeSeries(deps, library, await returnBooks(deps, { libraryId: library.id, ids }));
    },
    routes: createScanningRoutes({
      service,
      preview: createPreview({
        libraries: deps.catalog.libraries,
        listing: previewListing,
        bounds,
        compare,
      }),
    }),
  };
}

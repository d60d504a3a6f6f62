// Scans: finding the books in the folders of a library, and letting go of those that are gone.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryBounds, LibraryScan } from '#features/libraries/libraries/index.ts';
import type { Indexing } from '#features/libraries/search-index/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { DiscoveryFeature, Listing } from '../discovery/index.ts';
import type { Importer } from '../import/index.ts';
import type { RetentionService } from '../retention/index.ts';
import { createPreview } from './preview.ts';
import { createRemovals, type Removals } from './removals.ts';
import { createScanningRoutes } from './routes.ts';
import { createScan } from './scan.ts';
import { createScanningService, type ScanningService } from './service.ts';
import { defineScanningTasks, type ScanningTasks } from './tasks.ts';

export { toHundredths, toScanStatus } from './scan-state.ts';
export type { ScanningService, ScanningTasks };

interface Dependencies {
  database: Database;
  catalog: Catalog;
  engine: Pick<TaskEngine, 'queue' | 'store'>;
  libraries: LibraryScan;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: Pick<SeriesProgress, 'recount'>;
  retention: RetentionService;
  indexing: Indexing;
  discovery: DiscoveryFeature['discovery'];
  importer: Importer;
  /** Folders listed in the background, and for somebody who waits. */
  listing: Listing;
  previewListing: Listing;
  bounds: LibraryBounds;
  compare(a: string, b: string): number;
  events: EventBus;
  clock: Clock;
  /** A library was scanned to the end. */
  onScanned(libraryId: string): Promise<void>;
}

export interface Scanning {
  routes: MountedRoute[];
  service: ScanningService;
  tasks: ScanningTasks;
  /** Names and describes series after their books. */
  describe: Removals['describe'];
}

export function createScanning(deps: Dependencies): Scanning {
  const { engine, retention, previewListing, bounds, compare } = deps;
  const removals = createRemovals(deps);
  const tasks = defineScanningTasks({
    scan: createScan({ ...deps, own: bounds.own, removals, onRemoved: requestRemoval }),
    softDelete: (signal) => retention.softDelete(signal, removals.remove),
    purgeExpired: retention.purgeExpired,
  });
  async function requestRemoval(): Promise<void> {
    await engine.queue.enqueue(tasks.softDelete, {}, { rerun: true });
  }
  const service = createScanningService({ ...deps, tasks });
  return {
    service,
    tasks,
    describe: removals.describe,
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

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
import type { Listing, Surveying } from '../discovery/index.ts';
import type { Intake } from '../import/index.ts';
import type { Purging } from '../retention/index.ts';
import { createDepartures, type Departures } from './departures.ts';
import { createPreview } from './preview.ts';
import { createScanningRoutes } from './routes.ts';
import { createScan } from './scan.ts';
import { createScanningService, type ScanningService } from './service.ts';
import { defineScanningTasks, type ScanningTasks } from './tasks.ts';

export { toHundredths, toScanStatus } from './scan-state.ts';
export type { ScanningService, ScanningTasks };

interface Parts {
  database: Database;
  catalog: Catalog;
  engine: Pick<TaskEngine, 'queue' | 'store'>;
  libraries: LibraryScan;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: Pick<SeriesProgress, 'recount'>;
  purging: Purging;
  indexing: Indexing;
  survey: Surveying['survey'];
  intake: Intake;
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
  describe: Departures['describe'];
}

export function createScanning(parts: Parts): Scanning {
  const { engine, purging, previewListing, bounds, compare } = parts;
  const departures = createDepartures(parts);
  const tasks = defineScanningTasks({
    scan: createScan({ ...parts, own: bounds.own, departures, onRemoved: askPutAway }),
    putAway: (signal) => purging.putAway(signal, departures.remove),
    purgeExpired: purging.purgeExpired,
  });
  async function askPutAway(): Promise<void> {
    await engine.queue.enqueue(tasks.putAway, {}, { rerun: true });
  }
  const service = createScanningService({ ...parts, tasks });
  return {
    service,
    tasks,
    describe: departures.describe,
    routes: createScanningRoutes({
      service,
      preview: createPreview({
        libraries: parts.catalog.libraries,
        listing: previewListing,
        bounds,
        compare,
      }),
    }),
  };
}

// Scans: find the books in the folders of a library, and soft-delete books whose files are missing.
import type { Catalog } from '#catalog/catalog.ts';
import type { ApplyEdits, BookFiles, SameContent } from '#features/libraries/books/index.ts';
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
import type { BesideCovers } from '../beside-covers/index.ts';
import type { Discovery, DiscoveryOptions, Listing } from '../discovery/index.ts';
import type { Importer } from '../pipeline/index.ts';
import type { RetentionService } from '../retention/index.ts';
import { type FolderScan, scanFolder } from './folder.ts';
import { createPreview } from './preview.ts';
import { describeSeries, removeBooks } from './removals.ts';
import { returnBooks } from './returns.ts';
import { createScanningRoutes } from './routes.ts';
import { runScan } from './scan.ts';
import { createScanningService, type ScanningService } from './service.ts';
import { defineScanningTasks, type ScanningTasks } from './tasks.ts';

export { toHundredths, toScanStatus } from './scan-state.ts';
export type { FolderScan, ScanningService, ScanningTasks };

interface Dependencies {
  database: Database;
  catalog: Catalog;
  engine: TaskEngine;
  libraries: LibraryScan;
  books: BookFiles;
  edits: ApplyEdits;
  formats: Formats;
  isFileMissing(row: SameContent): Promise<boolean>;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
  retention: RetentionService;
  indexing: Indexing;
  discovery(options: DiscoveryOptions): Promise<Discovery>;
  importer: Importer;
  /** Lists folders in the background, and for requests. */
  listing: Listing;
  previewListing: Listing;
  bounds: LibraryBounds;
  compare(a: string, b: string): number;
  events: EventBus;
  clock: Clock;
  besideCovers: BesideCovers;
  /** Called after a complete scan of a library. */
  onScanned(libraryId: string): Promise<void>;
}

export class Scanning {
  readonly #deps: Dependencies;
  readonly tasks: ScanningTasks;
  readonly service: ScanningService;
  readonly routes: MountedRoute[];
  readonly #requestRemoval = async (): Promise<void> => {
    await this.#deps.engine.queue.enqueue(this.tasks.softDelete, {}, { rerun: true });
  };

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const scan = { ...deps, own: deps.bounds.own, onRemoved: this.#requestRemoval };
    this.tasks = defineScanningTasks({
      scan: (context) => runScan(scan, context),
      scanFolder: (context) => scanFolder(scan, context),
      softDelete: (signal) => deps.retention.softDelete(signal, (which) => removeBooks(deps, which)),
      purgeExpired: deps.retention.purgeExpired,
    });
    this.service = createScanningService({ ...deps, tasks: this.tasks });
    this.routes = createScanningRoutes({
      service: this.service,
      preview: createPreview({
        libraries: deps.catalog.libraries,
        listing: deps.previewListing,
        bounds: deps.bounds,
        compare: deps.compare,
      }),
    });
  }

  /** The files of these books were deleted deliberately, or restored. */
  async softDelete(library: ScanLibrary, ids: readonly string[]): Promise<void> {
    await describeSeries(this.#deps, library, await removeBooks(this.#deps, { libraryId: library.id, ids }));
  }

  async bringBack(library: ScanLibrary, ids: readonly string[]): Promise<void> {
    await describeSeries(this.#deps, library, await returnBooks(this.#deps, { libraryId: library.id, ids }));
  }

  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void> {
    return describeSeries(this.#deps, library, seriesIds);
  }
}

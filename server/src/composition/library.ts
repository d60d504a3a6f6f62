// The library: finding books, reading them, serving them. Features in the order in which they need each other.

import { compareNatural } from '@lectern/formats/natural-order';
import { createSharingTags } from '#features/identity/sharing-tags/index.ts';
import { type AnalysisService, createAnalysis } from '#features/ingest/analysis/index.ts';
import { createReading } from '#features/ingest/book-parsing/index.ts';
import { createDiscovery, createListing } from '#features/ingest/discovery/index.ts';
import {
  createBatchSaver,
  createImporter,
  createIsGone,
  createPipeline,
} from '#features/ingest/import/index.ts';
import { checkLibrarySettings } from '#features/ingest/library-settings/index.ts';
import { createRetention, type RetentionService } from '#features/ingest/retention/index.ts';
import { createScanning, type ScanningService } from '#features/ingest/scanning/index.ts';
import { createSchedules, type Schedules } from '#features/ingest/schedules/index.ts';
import { createBookErrorFeature, createBookErrors } from '#features/libraries/book-errors/index.ts';
import { createBookEdits, createBookFiles, createBooksFeature } from '#features/libraries/books/index.ts';
import { createBulk } from '#features/libraries/bulk-editing/index.ts';
import { createDuplicates, type DuplicateService } from '#features/libraries/duplicates/index.ts';
import { createFacets } from '#features/libraries/facets/index.ts';
import { type BrowseFolders, createFilesystem } from '#features/libraries/filesystem/index.ts';
import {
  createCommandLineLibraries,
  createLibrariesFeature,
  createLibraryScan,
  type LibraryService,
} from '#features/libraries/libraries/index.ts';
import { createIndexing, defineCatchUp } from '#features/libraries/search-index/index.ts';
import {
  createSeriesCovers,
  createSeriesFeature,
  createSeriesScan,
} from '#features/libraries/series/index.ts';
import { createAnnotations } from '#features/reading/annotations/index.ts';
import { createFilterPresets, type FilterPresetService } from '#features/reading/filter-presets/index.ts';
import { createLists } from '#features/reading/lists/index.ts';
import { createPreferences, type PreferenceService } from '#features/reading/preferences/index.ts';
import { createProgress, type ProgressService } from '#features/reading/progress/index.ts';
import { createRatings } from '#features/reading/ratings/index.ts';
import { createReadListFiles } from '#features/reading/read-list-files/index.ts';
import { createReadingSessions } from '#features/reading/reading-sessions/index.ts';
import { createSeriesProgress } from '#features/reading/series-progress/index.ts';
import { createWantToRead } from '#features/reading/want-to-read/index.ts';
import {
  type CoverService,
  type Covers,
  createCovers,
  type RenewCovers,
} from '#features/serving/covers/index.ts';
import { createFiles, type FileService } from '#features/serving/files/index.ts';
import { createPages, type PageService } from '#features/serving/pages/index.ts';
import { createPdfCache } from '#features/serving/pdf-cache/index.ts';
import { createPublications, type PublicationService } from '#features/serving/publications/index.ts';
import { createBackup } from '#features/system/backup/index.ts';
import { createGarbageCollection } from '#features/system/garbage-collection/index.ts';
import { createMetrics, type MetricService, type Metrics } from '#features/system/metrics/index.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { AnyTaskDefinition } from '#infrastructure/tasks/define.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createPools } from './pools.ts';

/** What other protocols are made of. */
export interface LibraryServices {
  books: Pick<ReturnType<typeof createBooksFeature>, 'service' | 'metadata'>;
  series: Pick<ReturnType<typeof createSeriesFeature>, 'service' | 'metadata'>;
  pages: PageService;
  covers: CoverService & Pick<Covers, 'sendJpeg' | 'sendSized'> & RenewCovers;
  files: FileService;
  publications: PublicationService;
  progress: ProgressService;
  lists: Pick<ReturnType<typeof createLists>, 'collections' | 'readLists' | 'covers'>;
  presets: FilterPresetService;
  preferences: PreferenceService;
  duplicates: DuplicateService;
  libraries: LibraryService;
  scanning: ScanningService;
  analysis: AnalysisService;
  metrics: MetricService;
  browseFolders: BrowseFolders;
  retention: RetentionService;
}

export interface LibraryModules {
  routes: MountedRoute[];
  services: LibraryServices;
  tasks: AnyTaskDefinition[];
  schedules: Schedules;
  /** Asks for what an older version of the program, or a process that was cut off, has left undone. */
  catchUp(): Promise<void>;
  scans: ScanningService;
  /** Whether a collection or a read list exists for the viewer, or did when it was deleted. */
  seesList: ReturnType<typeof createLists>['sees'];
  metrics: Pick<Metrics, 'count' | 'add'>;
  commandLine: ReturnType<typeof createCommandLineLibraries>;
  close(): Promise<void>;
}

interface LibraryOptions {
  /** Where worker processes begin. */
  entry: URL;
  confinement: Confinement;
  /** Starts the server anew; undefined where nobody would. */
  restart?: (() => void) | undefined;
}

export function createLibraryModules(
  infrastructure: Infrastructure,
  { entry, confinement, restart }: LibraryOptions,
): LibraryModules {
  const { config, database, catalog, events, engine, clock, log } = infrastructure;
  const { own } = infrastructure;
  const bounds = { allowedRoots: config.scanner.allowedRoots, own };
  const pools = createPools(config, { entry, confinement, onLost: (affinities) => pdf.forget(affinities) });
  const interactive = () => pools.interactive;
  const background = () => pools.background;
  const shared = { database, catalog, events, clock };

  // Rows, each written by one feature.
  const bookFiles = createBookFiles(database);
  const indexing = createIndexing(database);
  const seriesScan = createSeriesScan({ dialect: database.dialect, books: bookFiles, indexing });
  const edits = createBookEdits(clock);
  const libraryScan = createLibraryScan(database);
  const seriesProgress = createSeriesProgress(database.dialect);
  const errors = createBookErrors({ database, clock });

  // Serving what was found.
  const reading = createReading({ pools, timeoutMs: () => config.scanner.bookTimeoutSeconds * 1000, log });
  const { files, storage, live } = infrastructure;
  const pdf = createPdfCache({ live, pool: interactive, events, queue: engine.queue, clock, storage });
  const pages = createPages({
    config,
    catalog,
    books: bookFiles,
    reading,
    errors,
    pdf,
    files,
    pool: interactive,
    events,
    storage,
  });
  const { service: progress, routes: progressRoutes } = createProgress({
    ...shared,
    contents: bookFiles,
    counts: seriesProgress,
  });
  const books = createBooksFeature({
    ...shared,
    indexing,
    edits,
    describeSeries: (tx, seriesIds) => seriesScan.describe(tx, seriesIds, clock()),
    progress,
  });
  const series = createSeriesFeature({ ...shared, progress, describe: seriesScan.describe });
  const covers = createCovers({
    ...shared,
    config,
    books: bookFiles,
    series: createSeriesCovers(database.db),
    pages: pages.service,
    entries: pages.entries,
    conversions: pages.conversions,
    errors,
    pools: { interactive, background },
  });

  const garbageCollection = createGarbageCollection({
    database,
    queue: engine.queue,
    schedules: engine.schedules,
    clock,
    kept: [...covers.kept, pages.kept, pdf.kept],
    removeRows: [
      covers.removeOrphans,
      () => database.transaction((tx) => seriesScan.removeBookless(tx)),
      () => database.transaction((tx) => indexing.removeAllUnused(tx)),
    ],
  });
  const metrics = createMetrics({ database, catalog, tasks: engine.store, documents: pdf.documents });
  const lists = createLists({
    ...shared,
    covers: covers.service.uploaded,
    findMosaic: covers.findMosaic,
  });
  const presets = createFilterPresets(shared);
  const preferences = createPreferences(shared);
  const duplicates = createDuplicates({ database, catalog });
  const bytes = createFiles({ catalog });
  const backup = createBackup({ config, database, clock, pools, restart });
  const publications = createPublications({
    books: books.service,
    pages: pages.service,
    entries: pages.entries,
    errors,
    contents: bookFiles,
  });

  // Finding.
  const { listing, discovery } = createDiscovery({ pool: pools.background, own, known: bookFiles, log });
  const saveBatch = createBatchSaver({
    database,
    books: bookFiles,
    series: seriesScan,
    seriesProgress,
    libraries: libraryScan,
    errors,
    edits,
    indexing,
    events,
    clock,
  });
  const importer = createImporter({
    listing,
    known: bookFiles,
    pipeline: createPipeline({ readBooks: reading.readBooks, saveBatch }),
    isGone: createIsGone(libraryScan),
  });
  const retention = createRetention({
    ...shared,
    books: bookFiles,
    series: seriesScan,
    seriesProgress,
    libraries: libraryScan,
    forget: covers.forget,
  });
  const makeThumbnails = async (libraryId: string) =>
    void (await engine.queue.enqueue(covers.tasks.generate, { libraryId }, { rerun: true }));
  const scanning = createScanning({
    ...shared,
    engine,
    libraries: libraryScan,
    books: bookFiles,
    series: seriesScan,
    seriesProgress,
    retention: retention.service,
    indexing,
    discovery,
    importer,
    listing,
    previewListing: createListing({ pool: pools.interactive, own }),
    bounds,
    compare: compareNatural,
    onScanned: makeThumbnails,
  });
  const analysis = createAnalysis({
    catalog,
    queue: engine.queue,
    books: bookFiles,
    libraries: libraryScan,
    importer,
    describe: scanning.describe,
    onRead: makeThumbnails,
  });
  const startScan = scanning.service.requestScan;
  const libraries = createLibrariesFeature({
    ...shared,
    bounds,
    checkSettings: checkLibrarySettings,
    scan: async (libraryId) => void (await startScan(libraryId)),
  });
  const { tasks } = scanning;
  const filesystem = createFilesystem({ ...bounds, libraries: catalog.libraries });
  const catchUp = defineCatchUp({
    listOutdatedBooks: (limit) => edits.listOutdated(database.db, limit),
    async refreshBooks(tx, ids) {
      await edits.refresh(tx, ids);
      await indexing.indexBooks(tx, ids);
    },
    listOutdatedSeries: (limit) => seriesScan.listOutdated(database.db, limit),
    refreshSeries: (tx, ids) => seriesScan.refresh(tx, ids, clock()),
    transaction: (work) => database.transaction(work),
  });

  /** The process before this one did not come to its end: nobody waits for the look at what it left. */
  async function checkAfterCrash(): Promise<void> {
    await backup.cleanUp();
    const damages = database.listDamages?.() ?? Promise.resolve([]);
    void damages.then(
      (found) => {
        if (found.length > 0) log.error({ found }, 'the database is damaged; restore a backup');
      },
      (err: unknown) => log.warn({ err }, 'the database could not be checked'),
    );
  }

  return {
    routes: [
      ...libraries.routes,
      ...scanning.routes,
      ...analysis.routes,
      ...filesystem.routes,
      ...retention.routes,
      ...series.routes,
      ...books.routes,
      ...pages.routes,
      ...publications.routes,
      ...bytes.routes,
      ...covers.routes,
      ...progressRoutes,
      ...createReadingSessions(shared).routes,
      ...createAnnotations(shared).routes,
      ...createBulk({ books: books.metadata, series: series.metadata, progress, analysis: analysis.service })
        .routes,
      ...createFacets({
        catalog,
        books: books.metadata,
        series: series.metadata,
        removeUnused: (kind) => database.transaction((tx) => indexing.removeUnused(tx, kind)),
      }).routes,
      ...lists.routes,
      ...createReadListFiles({ catalog, readLists: lists.readLists }).routes,
      ...createWantToRead(shared).routes,
      ...createRatings(shared).routes,
      ...preferences.routes,
      ...createSharingTags(shared).routes,
      ...presets.routes,
      ...createBookErrorFeature({ database, catalog, reread: analysis.service.reread }).routes,
      ...duplicates.routes,
      ...metrics.routes,
      ...backup.routes,
      ...garbageCollection.routes,
      ...pdf.routes,
    ],
    services: {
      books,
      series,
      pages: pages.service,
      covers: {
        ...covers.service,
        sendJpeg: covers.sendJpeg,
        sendSized: covers.sendSized,
        renew: async (libraryId, renew) =>
          void (await engine.queue.enqueue(covers.tasks.generate, { libraryId, renew }, { rerun: true })),
      },
      files: bytes.service,
      publications: publications.service,
      progress,
      lists,
      presets: presets.service,
      preferences: preferences.service,
      duplicates: duplicates.service,
      libraries: libraries.service,
      scanning: scanning.service,
      analysis: analysis.service,
      metrics: metrics.service,
      browseFolders: filesystem.browse,
      retention: retention.service,
    },
    tasks: [
      tasks.scan,
      tasks.softDelete,
      tasks.purgeExpired,
      analysis.task,
      covers.tasks.generate,
      pdf.task,
      garbageCollection.task,
      catchUp,
    ],
    async catchUp() {
      await garbageCollection.start();
      if (database.wasCutOff) await checkAfterCrash();
      const [book] = await edits.listOutdated(database.db, 1);
      const [one] = await seriesScan.listOutdated(database.db, 1);
      if (book !== undefined || one !== undefined) await engine.queue.enqueue(catchUp, {});
    },
    schedules: createSchedules({
      engine,
      libraries: libraryScan,
      tasks,
      events,
      log,
      scans: scanning.service,
    }),
    scans: scanning.service,
    seesList: lists.sees,
    metrics,
    commandLine: createCommandLineLibraries({ libraries: libraries.service, bounds }),
    async close() {
      pdf.stop();
      await pools.close();
    },
  };
}

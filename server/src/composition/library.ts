// The library: ingest, reading and serving, in the order of their dependencies.
import type { SharingTagService } from '#features/identity/sharing-tags/index.ts';
import type { AnalysisService } from '#features/ingest/analysis/index.ts';
import { Reading } from '#features/ingest/book-parsing/index.ts';
import { checkLibrarySettings } from '#features/ingest/library-settings/index.ts';
import type { RetentionService } from '#features/ingest/retention/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { Schedules } from '#features/ingest/schedules/index.ts';
import type { Trash } from '#features/ingest/trash/index.ts';
import { createBookErrorFeature } from '#features/libraries/book-errors/index.ts';
import {
  type BookMetadataService,
  type BookService,
  createBooksFeature,
} from '#features/libraries/books/index.ts';
import { createBulk } from '#features/libraries/bulk-editing/index.ts';
import { createDuplicates, type DuplicateService } from '#features/libraries/duplicates/index.ts';
import { createFacets } from '#features/libraries/facets/index.ts';
import { type BrowseFolders, createFilesystem } from '#features/libraries/filesystem/index.ts';
import { createFormatsFeature, type FormatDecisions } from '#features/libraries/formats/index.ts';
import {
  CommandLineLibraries,
  createLibrariesFeature,
  type LibraryService,
} from '#features/libraries/libraries/index.ts';
import { ProvidedMetadata } from '#features/libraries/provided-metadata/index.ts';
import { createSameBooks, type DifferentBooks } from '#features/libraries/same-books/index.ts';
import { SearchRebuild } from '#features/libraries/search-index/index.ts';
import { createSeriesFeature, type SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { AnnotationService } from '#features/reading/annotations/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { FontService } from '#features/reading/fonts/index.ts';
import type { Lists } from '#features/reading/lists/index.ts';
import type { PreferenceService } from '#features/reading/preferences/index.ts';
import { createProgress, type ProgressService } from '#features/reading/progress/index.ts';
import type { RatingService } from '#features/reading/ratings/index.ts';
import type { ReadingSessionService } from '#features/reading/reading-sessions/index.ts';
import type { WishService } from '#features/reading/want-to-read/index.ts';
import type { CoverChoices } from '#features/serving/cover-choices/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PageDecisions, PageHashes } from '#features/serving/page-hashes/index.ts';
import type { PageService } from '#features/serving/pages/index.ts';
import type { PanelService } from '#features/serving/panels/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import { Backup, type BackupService } from '#features/system/backup/index.ts';
import { Orphans } from '#features/system/garbage-collection/index.ts';
import { type MetricService, Metrics } from '#features/system/metrics/index.ts';
import { Overview, type OverviewDependencies } from '#features/system/overview/index.ts';
import { Updates } from '#features/system/updates/index.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { AnyTaskDefinition } from '#infrastructure/tasks/define.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createIngest } from './ingest.ts';
import { createPools, type Pools } from './pools.ts';
import { createReadingFeatures } from './reading.ts';
import { createServing, type Serving } from './serving.ts';
import { createStores, type Stores } from './stores.ts';

/** The services that other protocols use. */
export interface LibraryServices {
  books: { service: BookService; metadata: BookMetadataService };
  series: { metadata: SeriesMetadataService };
  providedMetadata: ProvidedMetadata;
  pages: PageService;
  covers: CoverService;
  coverChoices: CoverChoices;
  files: FileService;
  panels: PanelService;
  publications: PublicationService;
  progress: ProgressService;
  lists: Lists;
  presets: FilterPresetService;
  preferences: PreferenceService;
  sharingTags: SharingTagService;
  ratings: RatingService;
  wishes: WishService;
  sessions: ReadingSessionService;
  annotations: AnnotationService;
  fonts: FontService;
  duplicates: DuplicateService;
  formats: FormatDecisions;
  sameBooks: DifferentBooks;
  pageHashes: PageDecisions;
  libraries: LibraryService;
  scanning: ScanningService;
  analysis: AnalysisService;
  metrics: MetricService;
  browseFolders: BrowseFolders;
  retention: RetentionService;
  trash: Trash;
  backups: BackupService;
}

export interface LibraryModules {
  routes: MountedRoute[];
  services: LibraryServices;
  tasks: AnyTaskDefinition[];
  /** Of interactive requests. */
  pool: Pools['interactive'];
  schedules: Pick<Schedules, 'start' | 'stop'>;
  /** Enqueues the work that an interrupted process left undone. */
  catchUp(): Promise<void>;
  scans: ScanningService;
  /** Whether a collection or a read list exists for the viewer, or did when it was deleted. */
  seesList: Lists['sees'];
  metrics: Metrics;
  commandLine: CommandLineLibraries;
  close(): Promise<void>;
}

interface LibraryOptions {
  /** The module of worker processes. */
  entry: URL;
  confinement: Confinement;
  /** Restarts the server; undefined where nothing would. */
  restart?: (() => void) | undefined;
}

export function createLibraryModules(
  infrastructure: Infrastructure,
  { entry, confinement, restart }: LibraryOptions,
): LibraryModules {
  const { config, log } = infrastructure;
  const onLost = (affinities: readonly string[]) => serving.pdf.forget(affinities);
  const onOutput = (output: string) => log.warn({ output }, 'worker process wrote to standard error');
  const pools = createPools(config, { entry, confinement, onLost, onOutput });
  const stores = createStores(infrastructure);
  const reading = new Reading({ pools, timeoutMs: () => config.scanner.bookTimeoutSeconds * 1000, log });
  const holdings = createHoldings(infrastructure, stores);
  const { books, series, progress } = holdings;
  const serving = createServing({
    infrastructure,
    pools,
    stores,
    reading,
    books: books.service,
    metadata: books.metadata,
  });
  const { covers, pageHashes } = serving;
  const ingest = createIngest({
    infrastructure,
    pools,
    stores,
    reading,
    covers,
    pageHashes,
    metadata: books.metadata,
    seriesMetadata: series.metadata,
  });
  const readers = createReadingFeatures(infrastructure, covers);
  const curation = createCuration({ infrastructure, stores, holdings, pageHashes, ...ingest });
  const { countDropped } = ingest;
  const { countDamaged } = curation;
  const attention = { countDropped, countDamaged };
  const system = createSystem({ infrastructure, pools, stores, serving, restart, attention });
  const features = [curation, ingest, holdings, serving, readers, system];
  return {
    routes: features.flatMap(({ routes }) => routes),
    services: {
      books,
      series,
      progress,
      providedMetadata: curation.provided,
      pages: serving.pages.service,
      covers: covers.service,
      coverChoices: serving.choices,
      files: serving.files.service,
      panels: serving.panels.service,
      publications: serving.publications.service,
      lists: readers.lists,
      presets: readers.presets,
      preferences: readers.preferences,
      sharingTags: readers.sharingTags,
      ratings: readers.ratings,
      wishes: readers.wishes,
      sessions: readers.sessions,
      annotations: readers.annotations,
      fonts: readers.fonts,
      duplicates: curation.duplicates,
      formats: curation.formats,
      sameBooks: curation.sameBooks,
      pageHashes,
      libraries: curation.libraries,
      browseFolders: curation.browseFolders,
      scanning: ingest.scanning,
      analysis: ingest.analysis,
      retention: ingest.retention,
      trash: ingest.trash,
      metrics: system.metrics.service,
      backups: system.backups,
    },
    tasks: [
      ...ingest.tasks,
      ...curation.provided.tasks,
      covers.task,
      serving.pdf.task,
      ...pageHashes.tasks,
      ...system.tasks,
    ],
    pool: pools.interactive,
    async catchUp() {
      await system.catchUp();
      await ingest.start();
    },
    schedules: ingest.schedules,
    scans: ingest.scanning,
    seesList: readers.lists.sees,
    metrics: system.metrics,
    commandLine: curation.commandLine,
    async close() {
      serving.pdf.stop();
      await pools.close();
    },
  };
}

/** Books and series, and their reading progress. */
function createHoldings(
  { database, catalog, events, clock }: Infrastructure,
  { books: contents, edits, indexing, series: seriesScan, seriesProgress: counts }: Stores,
) {
  const shared = { database, catalog, events, clock };
  const { service: progress, routes } = createProgress({ ...shared, contents, counts });
  const describeSeries = (tx: Tx, seriesIds: readonly string[]) =>
    seriesScan.describe(tx, seriesIds, clock());
  const books = createBooksFeature({ ...shared, indexing, edits, describeSeries }, progress);
  const series = createSeriesFeature(
    { ...shared, describe: (tx, seriesIds, nowMs) => seriesScan.describe(tx, seriesIds, nowMs) },
    progress,
  );
  return { books, series, progress, routes: [...series.routes, ...books.routes, ...routes] };
}

interface Curation {
  infrastructure: Infrastructure;
  stores: Stores;
  holdings: ReturnType<typeof createHoldings>;
  scanning: ScanningService;
  analysis: AnalysisService;
  pageHashes: PageHashes;
}

/** Management of libraries, books and series. */
function createCuration({ infrastructure, stores, holdings, scanning, analysis, pageHashes }: Curation) {
  const { config, database, catalog, events, engine, clock, own } = infrastructure;
  const { path: dropFolder } = config.dropFolder;
  // A library that holds the drop folder would show what nobody has accepted.
  const kept = dropFolder === undefined ? own : own.with([dropFolder]);
  const bounds = { allowedRoots: config.scanner.allowedRoots, own: kept };
  const books = holdings.books.metadata;
  const series = holdings.series.metadata;
  const provided = new ProvidedMetadata(database, books, series, engine.queue);
  const libraries = createLibrariesFeature({
    database,
    catalog,
    events,
    clock,
    bounds,
    checkSettings: checkLibrarySettings,
    onProvidersOrdered: (libraryId) => provided.requestMerge(libraryId),
    onPagesCompared: (libraryId) => pageHashes.restart(libraryId),
    scan: async (libraryId) => void (await scanning.requestScan(libraryId)),
  });
  const filesystem = createFilesystem({ ...bounds, libraries: catalog.libraries });
  const bookErrors = createBookErrorFeature({ database, catalog, reread: analysis.reread });
  const duplicates = createDuplicates(database, catalog);
  const sameBooks = createSameBooks(database, catalog);
  const formats = createFormatsFeature({ database, catalog, events, clock, ...stores });
  const removeUnused = (kind: string) => database.transaction((tx) => stores.indexing.removeUnused(tx, kind));
  return {
    provided,
    libraries: libraries.service,
    duplicates: duplicates.service,
    formats: formats.decisions,
    sameBooks,
    countDamaged: bookErrors.count,
    browseFolders: filesystem.browse,
    commandLine: new CommandLineLibraries(libraries.service, bounds),
    routes: [
      ...libraries.routes,
      ...filesystem.routes,
      ...createBulk(books, series, holdings.progress, analysis).routes,
      ...createFacets(catalog, books, series, removeUnused).routes,
      ...bookErrors.routes,
      ...duplicates.routes,
      ...sameBooks.routes,
      ...formats.routes,
    ],
  };
}

interface System {
  infrastructure: Infrastructure;
  pools: Pools;
  stores: Stores;
  serving: Serving;
  restart: LibraryOptions['restart'];
  /** Counts of features for the overview. */
  attention: Pick<OverviewDependencies, 'countDropped' | 'countDamaged'>;
}

/** Metrics, backups, garbage collection and catching up after upgrades. */
function createSystem({ infrastructure, pools, stores, serving, restart, attention }: System) {
  const { config, outside, database, catalog, engine, clock, log } = infrastructure;
  const { covers, pages, pdf } = serving;
  const garbageCollection = new Orphans({
    database,
    queue: engine.queue,
    schedules: engine.schedules,
    clock,
    folders: [covers.kept, pages.kept, pdf.kept],
    removeRows: [
      () => covers.removeOrphans(),
      () => database.transaction((tx) => stores.series.removeBookless(tx)),
      () => database.transaction((tx) => stores.indexing.removeAllUnused(tx)),
    ],
  });
  const metrics = new Metrics({ database, catalog, tasks: engine.store, documents: () => pdf.documents() });
  const backup = new Backup({
    config,
    database,
    clock,
    pools,
    restart,
    log,
    queue: engine.queue,
    schedules: engine.schedules,
    besideServer: infrastructure.besideServer,
  });
  const { queue, schedules } = engine;
  const searchRebuild = new SearchRebuild({
    database,
    indexing: stores.indexing,
    queue: engine.queue,
    listOutdated: (version) => stores.libraries.listOutdated(version),
    setVersion: (libraryId, version) => stores.libraries.setWordsVersion(libraryId, version),
  });
  const updates = new Updates({ config, outside, database, queue, schedules, clock, log });
  const overview = new Overview({
    ...infrastructure,
    ...attention,
    backup: { state: () => backup.state(), taskType: backup.scheduled.task.type },
    hasUpdate: async () => (await updates.get()).isNewer,
  });

  /** After an unclean stop: its temporary files are removed while the database is checked. */
  async function recover(): Promise<void> {
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
    metrics,
    backups: backup.service,
    routes: [
      ...metrics.routes,
      ...backup.routes,
      ...garbageCollection.routes,
      ...updates.routes,
      ...overview.routes,
    ],
    tasks: [garbageCollection.task, backup.scheduled.task, updates.task, searchRebuild.task],
    async catchUp() {
      await garbageCollection.start();
      await backup.scheduled.start();
      await updates.start();
      await searchRebuild.start();
      if (database.wasCutOff) await recover();
    },
  };
}

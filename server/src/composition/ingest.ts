// Ingest: scans, analysis of books, retention, schedules.
import { compareNatural } from '@lectern/formats/natural-order';
import { createAnalysis } from '#features/ingest/analysis/index.ts';
import { BesideCovers } from '#features/ingest/beside-covers/index.ts';
import { BookOrder } from '#features/ingest/book-order/index.ts';
import type { Reading } from '#features/ingest/book-parsing/index.ts';
import { createConversions } from '#features/ingest/conversions/index.ts';
import { createSurveyor, Listing } from '#features/ingest/discovery/index.ts';
import { DropFolderFeature } from '#features/ingest/drop-folder/index.ts';
import { createFileMatches } from '#features/ingest/file-matches/index.ts';
import { createFileMetadata } from '#features/ingest/file-metadata/index.ts';
import { Moves } from '#features/ingest/moves/index.ts';
import {
  createFileCheck,
  createFindPath,
  createPipeline,
  Importer,
  saveBatch,
} from '#features/ingest/pipeline/index.ts';
import { createRetention } from '#features/ingest/retention/index.ts';
import { type FolderScan, Scanning } from '#features/ingest/scanning/index.ts';
import { Schedules } from '#features/ingest/schedules/index.ts';
import { Trash } from '#features/ingest/trash/index.ts';
import { Uploads } from '#features/ingest/uploads/index.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { Covers } from '#features/serving/covers/index.ts';
import type { PageHashes } from '#features/serving/page-hashes/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Pools } from './pools.ts';
import type { Stores } from './stores.ts';

interface Dependencies {
  infrastructure: Infrastructure;
  pools: Pools;
  stores: Stores;
  reading: Reading;
  covers: Covers;
  pageHashes: PageHashes;
  metadata: BookMetadataService;
  seriesMetadata: SeriesMetadataService;
}

export function createIngest(deps: Dependencies) {
  const { infrastructure, pools, stores, covers, pageHashes, metadata } = deps;
  const { config, database, catalog, events, engine, clock, log, own, folders } = infrastructure;
  const shared = { database, catalog, events, clock };
  const finding = createFinding(deps);
  const retention = createRetention({ ...shared, ...stores, forget: (bookIds) => covers.forget(bookIds) });
  const onRead = async (libraryId: string) => {
    await covers.service.requestThumbnails(libraryId);
    await pageHashes.request(libraryId);
  };
  const scanning = new Scanning({
    ...shared,
    ...stores,
    ...finding,
    engine,
    retention: retention.service,
    previewListing: new Listing({ pool: pools.interactive, own }),
    bounds: { allowedRoots: config.scanner.allowedRoots, own },
    compare: compareNatural,
    onScanned: onRead,
    besideCovers: new BesideCovers({ database, log, ...stores, covers: covers.beside }),
  });
  const analysis = createAnalysis({
    catalog,
    queue: engine.queue,
    books: stores.books,
    libraries: stores.libraries,
    importer: finding.importer,
    describe: (library: ScanLibrary, seriesIds: readonly string[]) => scanning.describe(library, seriesIds),
    onRead,
  });
  /** For what changes files of books in the background, which are read again at once. */
  const changing = {
    config,
    database,
    catalog,
    clock,
    folders,
    pool: pools.background,
    queue: engine.queue,
    libraries: stores.libraries,
    importer: finding.importer,
    describe: (library: ScanLibrary, seriesIds: readonly string[]) => scanning.describe(library, seriesIds),
    onRead,
  };
  const fileMetadata = createFileMetadata({ ...changing, metadata, seriesMetadata: deps.seriesMetadata });
  const { tasks, service: scans } = scanning;
  const looking = {
    request: async (libraryId: string) => void (await scans.requestScan(libraryId)),
    repeat: scans.repeatScan,
  };
  const matches = createFileMatches({
    ...shared,
    ...stores,
    scan: (libraryId) => scans.requestScan(libraryId),
  });
  const moves = new Moves({
    catalog,
    database,
    events,
    folders,
    books: stores.books,
    libraries: stores.libraries,
    importer: finding.importer,
    describe: (library: ScanLibrary, seriesIds: readonly string[]) => scanning.describe(library, seriesIds),
    onRead,
    scans: looking,
  });
  const { uploads, dropFolder } = createArrivals(deps, finding.listing, scans.requestFolderScan);
  const schedules = new Schedules({ engine, libraries: stores.libraries, tasks, events, log, scans });
  const trash = new Trash({
    config,
    database,
    catalog,
    engine,
    clock,
    log,
    folders,
    ...stores,
    scans: {
      softDelete: (library, bookIds) => scanning.softDelete(library, bookIds),
      bringBack: (library, bookIds) => scanning.bringBack(library, bookIds),
      ...looking,
    },
  });
  const bookOrder = new BookOrder({
    database,
    queue: engine.queue,
    ...stores,
    describe: (library, seriesIds) => scanning.describe(library, seriesIds),
  });
  const conversions = createConversions({ ...changing, trash, books: stores.books });
  return {
    retention: retention.service,
    trash,
    scanning: scans,
    analysis: analysis.service,
    countDropped: (viewer: Viewer) => dropFolder.countWaiting(viewer),
    schedules: { start: () => schedules.start(), stop: () => stopAll([dropFolder, schedules]) },
    tasks: [
      ...[...Object.values(tasks), analysis.task, fileMetadata.task],
      ...[conversions.task, dropFolder.task, bookOrder.task],
    ],
    routes: [
      ...[...scanning.routes, ...matches.routes, ...analysis.routes, ...retention.routes, ...uploads.routes],
      ...[...moves.routes, ...trash.routes, ...fileMetadata.routes],
      ...[...conversions.routes, ...dropFolder.routes],
    ],
    async start() {
      await uploads.start();
      await trash.start();
      await dropFolder.start();
      await bookOrder.start();
    },
  };
}

async function stopAll(all: readonly { stop(): Promise<void> }[]): Promise<void> {
  for (const one of all) await one.stop();
}

/** What brings new files: uploads and the drop folder. */
function createArrivals(
  { infrastructure, stores, reading }: Dependencies,
  listing: Listing,
  scanFolder: (place: FolderScan) => Promise<void>,
) {
  const { config, database, catalog, engine, clock, log, own, folders } = infrastructure;
  const shared = {
    config,
    database,
    catalog,
    engine,
    clock,
    log,
    folders,
    libraries: stores.libraries,
    scanFolder,
  };
  return {
    uploads: new Uploads(shared),
    dropFolder: new DropFolderFeature({ ...shared, own, reading, listing, books: stores.books }),
  };
}

/** Lists the files of folders, parses them and saves the result. */
function createFinding({ infrastructure, pools, stores, reading }: Dependencies) {
  const { database, events, clock, log, own } = infrastructure;
  const known = stores.books;
  const listing = new Listing({ pool: pools.background, own });
  const discovery = createSurveyor({ listing, known, log });
  const batch = { database, events, clock, ...stores };
  const pipeline = createPipeline({
    readBooks: (files, options) => reading.readBooks(files, options),
    saveBatch: (files, scope) => saveBatch(batch, files, scope),
  });
  const isFileMissing = createFileCheck(stores.libraries);
  return {
    listing,
    discovery,
    isFileMissing,
    importer: new Importer({
      listing,
      known,
      books: known,
      pipeline,
      isFileMissing,
      findPath: createFindPath(stores.libraries),
    }),
  };
}

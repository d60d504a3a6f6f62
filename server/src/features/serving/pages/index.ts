// Serves the pages of books as images.
import { join } from 'node:path';
import type { Catalog } from '#catalog/catalog.ts';
import { bookChanged } from '#catalog/changes.ts';
import type { Reading } from '#features/ingest/book-parsing/index.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import type { OpenFiles } from '#infrastructure/files/open-files.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createEpubs } from '../epubs/index.ts';
import type { PdfCache } from '../pdf-cache/index.ts';
import { type Conversions, createConversions } from './conversions.ts';
import { createCrashingPages } from './crashing-pages.ts';
import { createEntryReader, type EntryRead, type EntryReader } from './entry-reader.ts';
import { createPageMaps, type PageMap } from './page-maps.ts';
import { createPageRoutes } from './routes.ts';
import { createPageService, type OpenVolumes, type PageService } from './service.ts';
import { createUnpackedPages } from './unpacked.ts';

export type { StoredPage } from '@lectern/formats/content';
export type { Conversions, EntryRead, EntryReader, OpenVolumes, PageMap, PageService };

interface Dependencies {
  config: Config;
  catalog: Catalog;
  books: BookFiles;
  reading: Reading;
  errors: BookErrors;
  pdf: PdfCache;
  files: OpenFiles;
  pool(): WorkerPool;
  events: EventBus;
  storage: StorageWatch;
  /** Numbers of the pages of a book that readers skip. */
  listSkippedPages(bookId: string): Promise<number[]>;
}

export function createPages(deps: Dependencies): {
  routes: MountedRoute[];
  service: PageService;
  /** Reads entries of books: pages and files inside EPUBs. */
  entries: EntryReader;
  /** Converts images, with a cache. */
  conversions: Conversions;
  /** Cached pages by book. */
  kept: DiskCache;
} {
  const { config, books, reading, files, pool, events, storage } = deps;
  const { images, pdf: pdfConfig } = config;
  const folder = join(config.dataDir, 'cache', 'pages');
  const cache = new DiskCache({
    folder,
    maxBytes: () => images.cacheMaxSize,
    extension: '.bin',
    onFailure: (error) => storage.note(error, folder),
  });
  const crashingPages = createCrashingPages();
  const epubs = createEpubs({ pool, cache, files, books, errors: deps.errors });
  const maps = createPageMaps({
    findContent: books.findContent,
    readNow: reading.readNow,
    complete: epubs.complete,
  });
  events.subscribe(messagesMissed, maps.forgetAll);
  events.subscribe(bookChanged, ({ bookIds }) => {
    maps.forget(bookIds);
    crashingPages.forget(bookIds);
    for (const bookId of bookIds) cache.removePrefix(`${bookId}/`).catch(() => {});
  });
  const thumbnail = {
    maxWidth: images.thumbnailWidth,
    maxHeight: images.thumbnailHeight,
    quality: images.thumbnailQuality,
  };
  const unpacked = createUnpackedPages({ pool, cache, maxPassBytes: () => images.cacheMaxSize / 4 });
  const entries = createEntryReader({ files, unpacked, epubs });
  const conversions = createConversions({ pool, cache, thumbnail, maxPixels: images.maxPixels });
  const pdfWidth = () => pdfConfig.pageWidth;
  const service = createPageService({ ...deps, maps, entries, epubs, conversions, crashingPages, pdfWidth });
  return {
    service,
    entries,
    conversions,
    kept: cache,
    routes: createPageRoutes(service, deps.listSkippedPages),
  };
}

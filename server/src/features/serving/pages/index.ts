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
import { Epubs } from '../epubs/index.ts';
import type { PdfCache } from '../pdf-cache/index.ts';
import { Conversions } from './conversions.ts';
import { CrashingPages } from './crashing-pages.ts';
import { type EntryRead, EntryReader } from './entry-reader.ts';
import { type PageMap, PageMaps } from './page-maps.ts';
import { createPageRoutes } from './routes.ts';
import { type OpenBook, type OpenVolumes, PageService } from './service.ts';
import { UnpackedPages } from './unpacked.ts';

export type { StoredPage } from '@lectern/formats/content';
export type { Conversions, EntryRead, EntryReader, OpenBook, OpenVolumes, PageMap, PageService };

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
  const crashingPages = new CrashingPages();
  const epubs = new Epubs({ pool, cache, files, books, errors: deps.errors });
  const maps = new PageMaps({
    findContent: books.findContent,
    readNow: (book) => reading.readNow(book),
    complete: (book, facts) => epubs.complete(book, facts),
  });
  events.subscribe(messagesMissed, () => maps.forgetAll());
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
  const unpacked = new UnpackedPages({ pool, cache, maxPassBytes: () => images.cacheMaxSize / 4 });
  const entries = new EntryReader(files, unpacked, epubs);
  const conversions = new Conversions({ pool, cache, thumbnail, maxPixels: images.maxPixels });
  const pdfWidth = () => pdfConfig.pageWidth;
  const service = new PageService({ ...deps, maps, entries, epubs, conversions, crashingPages, pdfWidth });
  return {
    service,
    entries,
    conversions,
    kept: cache,
    routes: createPageRoutes(service, deps.listSkippedPages),
  };
}

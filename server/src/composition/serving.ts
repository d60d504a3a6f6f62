// Serving: pages, covers, files and publications of books.
import type { Reading } from '#features/ingest/book-parsing/index.ts';
import type { BookMetadataService, BookService } from '#features/libraries/books/index.ts';
import { SeriesCovers } from '#features/libraries/series/index.ts';
import { CoverChoices } from '#features/serving/cover-choices/index.ts';
import { Covers } from '#features/serving/covers/index.ts';
import { createFiles } from '#features/serving/files/index.ts';
import { PageHashes } from '#features/serving/page-hashes/index.ts';
import { createPages } from '#features/serving/pages/index.ts';
import { createPanels } from '#features/serving/panels/index.ts';
import { PdfCache } from '#features/serving/pdf-cache/index.ts';
import { createPublications } from '#features/serving/publications/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Pools } from './pools.ts';
import type { Stores } from './stores.ts';

interface Dependencies {
  infrastructure: Infrastructure;
  pools: Pools;
  stores: Stores;
  reading: Reading;
  books: BookService;
  metadata: BookMetadataService;
}

export type Serving = ReturnType<typeof createServing>;

export function createServing({ infrastructure, pools, stores, reading, books, metadata }: Dependencies) {
  const { config, database, catalog, events, engine, clock, files, storage, live } = infrastructure;
  const interactive = () => pools.interactive;
  const background = () => pools.background;
  const { errors } = stores;
  const pdf = new PdfCache({ live, pool: interactive, events, queue: engine.queue, clock, storage });
  const pageHashes = new PageHashes({
    database,
    catalog,
    books: stores.books,
    queue: engine.queue,
    clock,
    pool: background,
    maxPixels: config.images.maxPixels,
  });
  const pages = createPages({
    config,
    catalog,
    books: stores.books,
    reading,
    errors,
    pdf,
    files,
    pool: interactive,
    events,
    storage,
    listSkippedPages: (bookId) => pageHashes.listSkippedPages(bookId),
  });
  const panels = createPanels({ db: database.db, catalog, pages: pages.service, clock });
  const choices = new CoverChoices(database.db);
  const covers = new Covers({
    choices,
    database,
    catalog,
    events,
    queue: engine.queue,
    clock,
    config,
    books: stores.books,
    metadata,
    series: new SeriesCovers(),
    pages: pages.service,
    entries: pages.entries,
    conversions: pages.conversions,
    errors,
    storage,
    pools: { interactive, background },
  });
  const bytes = createFiles({ catalog, pages: pages.service, books: stores.books });
  const publications = createPublications({
    books,
    pages: pages.service,
    entries: pages.entries,
    errors,
    contents: stores.books,
  });
  return {
    pdf,
    pages,
    panels,
    pageHashes,
    covers,
    choices,
    files: bytes,
    publications,
    routes: [
      ...[...pages.routes, ...panels.routes, ...publications.routes, ...bytes.routes],
      ...[...covers.routes, ...pdf.routes, ...pageHashes.routes],
    ],
  };
}

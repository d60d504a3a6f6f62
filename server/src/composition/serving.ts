// Serving: pages, covers, files and publications of books.
import type { Reading } from '#features/ingest/book-parsing/index.ts';
import type { BookService } from '#features/libraries/books/index.ts';
import { createSeriesCovers } from '#features/libraries/series/index.ts';
import { createCoverChoices } from '#features/serving/cover-choices/index.ts';
import { createCovers } from '#features/serving/covers/index.ts';
import { createFiles } from '#features/serving/files/index.ts';
import { createPageHashes } from '#features/serving/page-hashes/index.ts';
import { createPages } from '#features/serving/pages/index.ts';
import { createPdfCache } from '#features/serving/pdf-cache/index.ts';
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
}

export type Serving = ReturnType<typeof createServing>;

export function createServing({ infrastructure, pools, stores, reading, books }: Dependencies) {
  const { config, database, catalog, events, engine, clock, files, storage, live } = infrastructure;
  const interactive = () => pools.interactive;
  const background = () => pools.background;
  const { errors } = stores;
  const pdf = createPdfCache({ live, pool: interactive, events, queue: engine.queue, clock, storage });
  const pageHashes = createPageHashes({
    ...{ database, catalog, books: stores.books, queue: engine.queue, clock, pool: background },
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
    listSkippedPages: pageHashes.listSkippedPages,
  });
  const choices = createCoverChoices(database);
  const covers = createCovers({
    choices,
    database,
    catalog,
    events,
    queue: engine.queue,
    clock,
    config,
    books: stores.books,
    series: createSeriesCovers(),
    pages: pages.service,
    entries: pages.entries,
    conversions: pages.conversions,
    errors,
    storage,
    pools: { interactive, background },
  });
  const bytes = createFiles({ catalog, pages: pages.service });
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
    pageHashes,
    covers,
    choices,
    files: bytes,
    publications,
    routes: [
      ...[...pages.routes, ...publications.routes, ...bytes.routes],
      ...[...covers.routes, ...pdf.routes, ...pageHashes.routes],
    ],
  };
}

// What thumbnails are made with.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { VersionedBlobs } from '#infrastructure/blobs/versioned-blobs.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { Box } from './jobs.ts';

export interface ThumbnailDependencies {
  database: Pick<Database, 'db' | 'dialect' | 'transaction'>;
  catalog: Catalog;
  books: BookFiles;
  errors: BookErrors;
  /** Small pictures: of books by the book's id, of uploaded covers by theirs. */
  small: VersionedBlobs;
  /** Of small pictures. */
  box: Box;
  /** Thumbnails that are being made, by the id of their book. */
  flights: SingleFlight;
  /** For requests, and for the background. */
  pools: { interactive(): WorkerPool; background(): WorkerPool };
  clock: Clock;
}

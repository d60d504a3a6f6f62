// Dependencies of thumbnails.
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
  /** Thumbnails by the id of the book or uploaded cover. */
  small: VersionedBlobs;
  /** Maximum size of thumbnails. */
  box: Box;
  /** Running thumbnail jobs by book id. */
  flights: SingleFlight;
  /** Worker processes for requests and for background tasks. */
  pools: { interactive(): WorkerPool; background(): WorkerPool };
  clock: Clock;
}

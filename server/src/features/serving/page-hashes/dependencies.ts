// Dependencies of the page comparison.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';

export interface PageHashDependencies {
  database: Database;
  catalog: Catalog;
  books: BookFiles;
  queue: TaskQueue;
  clock: Clock;
  /** Background worker processes. */
  pool(): WorkerPool;
  maxPixels: number;
}

// Single books and the shelves of a reader.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import type { ProgressService } from '../progress/index.ts';
import {
  type BookChange,
  type BookFilesStore,
  type BookPlace,
  type BookScope,
  createBookFilesStore,
  type KnownFile,
  type SameContent,
} from './files/store.ts';
import { createBookRoutes } from './routes.ts';
import { type BookDetail, type BookService, createBookService } from './service.ts';
import { createBookStore } from './store.ts';

/** Books as scans write them. */
export type BookFiles = BookFilesStore;
export type { BookChange, BookDetail, BookPlace, BookScope, BookService, KnownFile, SameContent };
export { createBookFilesStore as createBookFiles };

interface Parts {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  progress: ProgressService;
}

export function createBooksFeature({ database, catalog, events, clock, progress }: Parts): {
  routes: MountedRoute[];
  service: BookService;
} {
  const service = createBookService({ catalog, store: createBookStore(database.db), events, clock });
  return { service, routes: createBookRoutes({ catalog, service, progress }) };
}

// Libraries: their folders and settings.
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { CommandLineLibraries } from './command-line.ts';
import { checkPath, type LibraryBounds, overlaps, requireFolderChoice } from './paths.ts';
import { createLibraryRoutes } from './routes.ts';
import type { ScanLibrary } from './scan/library.ts';
import { LibraryScan, type ScheduledLibrary } from './scan/store.ts';
import { LibraryService, type LibrarySettings } from './service.ts';
import { listAll } from './store.ts';
import { toLibrary } from './to-library.ts';

export type { LibraryBounds, LibraryService, LibrarySettings, ScanLibrary, ScheduledLibrary };
export { CommandLineLibraries, checkPath, LibraryScan, overlaps, requireFolderChoice };

/** All libraries with their root paths, ordered by name, regardless of visibility. Counts are omitted. */
export const listEveryLibrary = async (db: Db): Promise<Library[]> =>
  (await listAll(db)).map((row) => toLibrary(row, { counts: undefined, withPaths: true }));

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  bounds: LibraryBounds;
  /** Throws a 400 error with every issue in the settings for scans. */
  checkSettings(settings: LibrarySettings): void;
  /** Called when the provider order of a library has changed. */
  onProvidersOrdered(libraryId: string): Promise<void>;
  /** Called when page comparison was turned on or off for a library. */
  onPagesCompared(libraryId: string): Promise<void>;
  /** Enqueues a scan of a new library. */
  scan(libraryId: string): Promise<void>;
}

export function createLibrariesFeature(deps: Dependencies): {
  routes: MountedRoute[];
  service: LibraryService;
} {
  const service = new LibraryService(deps);
  return { service, routes: createLibraryRoutes(service, deps.scan) };
}

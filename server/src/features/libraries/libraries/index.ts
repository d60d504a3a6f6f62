// Libraries: folders of books and how they are read.
import type { Library } from '@lectern/contract/libraries';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import { type CommandLineLibraries, createCommandLineLibraries } from './command-line.ts';
import { checkPath, type LibraryBounds, overlaps, requireFolderChoice } from './paths.ts';
import { createLibraryRoutes } from './routes.ts';
import type { ScanLibrary } from './scan/library.ts';
import { createLibraryScan, type LibraryScan, type ScheduledLibrary } from './scan/store.ts';
import { createLibraryService, type LibraryService, type LibrarySettings } from './service.ts';
import { listAll } from './store.ts';
import { toLibrary } from './to-library.ts';

export type {
  CommandLineLibraries,
  LibraryBounds,
  LibraryScan,
  LibraryService,
  LibrarySettings,
  ScanLibrary,
  ScheduledLibrary,
};
export { checkPath, createCommandLineLibraries, createLibraryScan, overlaps, requireFolderChoice };

/** Every library with the paths of its folders, whoever sees it, by name; its counts are those of nobody. */
export const listEveryLibrary = async (db: Db): Promise<Library[]> =>
  (await listAll(db)).map((row) => toLibrary(row, { counts: undefined, withPaths: true }));

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  bounds: LibraryBounds;
  /** Throws a 400 with every fault of the settings for scans. */
  checkSettings(settings: LibrarySettings): void;
  /** The order of the providers of metadata is another one. */
  onProvidersOrdered(libraryId: string): Promise<void>;
  /** Whether its pages are compared was changed. */
  onPagesCompared(libraryId: string): Promise<void>;
  /** Asks for a scan of a new library. */
  scan(libraryId: string): Promise<void>;
}

export function createLibrariesFeature(deps: Dependencies): {
  routes: MountedRoute[];
  service: LibraryService;
} {
  const service = createLibraryService(deps);
  return { service, routes: createLibraryRoutes({ service, scan: deps.scan }) };
}

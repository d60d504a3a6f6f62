// Libraries: their folders and settings.
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Db } from '#infrastructure/database/dialect.ts';
import { CommandLineLibraries } from './command-line.ts';
import { checkPath, type LibraryBounds, overlaps, requireFolderChoice } from './paths.ts';
import { createLibraryRoutes } from './routes.ts';
import type { ScanLibrary } from './scan/library.ts';
import { LibraryScan, type ScheduledLibrary } from './scan/store.ts';
import { type LibraryDependencies, LibraryService, type LibrarySettings } from './service.ts';
import { listAll } from './store.ts';
import { toLibrary } from './to-library.ts';

export type { LibraryBounds, LibraryService, LibrarySettings, ScanLibrary, ScheduledLibrary };
export { CommandLineLibraries, checkPath, LibraryScan, overlaps, requireFolderChoice };

/** All libraries with their root paths, ordered by name, regardless of visibility. Counts are omitted. */
export const listEveryLibrary = async (db: Db): Promise<Library[]> =>
  (await listAll(db)).map((row) => toLibrary(row, { counts: undefined, withPaths: true }));

interface Dependencies extends LibraryDependencies {
  /** Enqueues a scan of a new library. */
  scan(libraryId: string): Promise<void>;
}

export function createLibrariesFeature(deps: Dependencies) {
  const service = new LibraryService(deps);
  return { service, routes: createLibraryRoutes(service, deps.scan) };
}

// The check of a library folder inside another process.
import type { LibraryFolder } from '#catalog/library-folders.ts';
import type { Finding } from './finding.ts';

export const libraryFolderJob = 'doctor.library_folder';

export const doctorJobs = {
  /** Loaded on demand: no other job needs it. */
  [libraryFolderJob]: async ({ library, path }: LibraryFolder): Promise<Finding> =>
    (await import('./folders.ts')).checkLibraryFolder(library, path),
};

// Folder browser for users who add libraries.
import { filesystem as contract } from '@lectern/contract/libraries/filesystem';
import type { Libraries } from '#catalog/libraries.ts';
import { type LibraryBounds, requireFolderChoice } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { browseFolders, type FolderListing } from './browse.ts';

/**
 * Returns the folders below a path, without folders of libraries that are closed to the viewer. Without a path, returns the
 * allowed roots or the root of the file system. Throws `forbidden`, `not_found` and `validation_failed`.
 */
export type BrowseFolders = (viewer: Viewer, path: string | undefined) => Promise<FolderListing>;

interface Dependencies extends LibraryBounds {
  libraries: Libraries;
}

export function createFilesystem({ libraries, ...bounds }: Dependencies) {
  const browse: BrowseFolders = async (viewer, path) => {
    requireFolderChoice(viewer, bounds);
    return browseFolders(path, { ...bounds, closed: await libraries.listClosedFolders(viewer) });
  };
  return {
    browse,
    routes: implement(contract, { browse: ({ viewer, query }) => browse(viewer, query.path) }),
  };
}

// The folders of the server, for those who add libraries.
import { filesystem as contract } from '@lectern/contract/filesystem';
import type { Libraries } from '#catalog/libraries.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { type BrowseBounds, browseFolders, type FolderListing } from './browse.ts';

/**
 * Folders below a path that are no part of a library that is closed to the viewer; without one where to begin. Throws
 * not_found and validation_failed.
 */
export type BrowseFolders = (viewer: Viewer, path: string | undefined) => Promise<FolderListing>;

interface Dependencies extends BrowseBounds {
  libraries: Libraries;
}

export function createFilesystem({ libraries, ...bounds }: Dependencies): {
  routes: MountedRoute[];
  browse: BrowseFolders;
} {
  const browse: BrowseFolders = async (viewer, path) =>
    browseFolders(path, { ...bounds, closed: await libraries.listClosedFolders(viewer) });
  return {
    browse,
    routes: implement(contract, { browse: ({ viewer, query }) => browse(viewer, query.path) }),
  };
}

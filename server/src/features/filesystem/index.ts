// The folders of the server, for those who add libraries.
import { filesystem as contract } from '@lectern/contract/filesystem';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { type BrowseBounds, browseFolders, type FolderListing } from './browse.ts';

/** Folders below a path; without one where to begin. Throws not_found and validation_failed. */
export type BrowseFolders = (path: string | undefined) => Promise<FolderListing>;

export function createFilesystem(bounds: BrowseBounds): {
  routes: MountedRoute[];
  browse: BrowseFolders;
} {
  const browse: BrowseFolders = (path) => browseFolders(path, bounds);
  return { browse, routes: implement(contract, { browse: ({ query }) => browse(query.path) }) };
}

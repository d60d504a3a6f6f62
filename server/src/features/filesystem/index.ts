// The folders of the server, for those who add libraries.
import { filesystem as contract } from '@lectern/contract/filesystem';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { browseFolders } from './browse.ts';

export function createFilesystem({ allowedRoots }: { allowedRoots: readonly string[] }): {
  routes: MountedRoute[];
} {
  return { routes: implement(contract, { browse: ({ query }) => browseFolders(query.path, allowedRoots) }) };
}

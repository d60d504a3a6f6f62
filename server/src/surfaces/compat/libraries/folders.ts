// Folders of the server, for apps that let users choose the folder of a library.
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BrowseFolders } from '#features/libraries/filesystem/index.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';

const entry = z.object({ type: z.literal('directory'), name: z.string(), path: z.string() });

const contract = routes('Compatible folders', 'Folders of the server.', {
  browse: {
    method: 'POST',
    path: '/{prefix}/api/v1/filesystem',
    summary: '',
    access: 'libraries:write',
    body: z.looseObject({ path: z.string().max(4096).nullish() }),
    optionalBody: true,
    answers: {
      200: json(
        z.object({ parent: z.string().nullable(), directories: z.array(entry), files: z.array(z.never()) }),
      ),
    },
  },
});

export const createFolderRoutes = (browse: BrowseFolders): MountedRoute[] =>
  implement(contract, {
    async browse({ viewer, body }) {
      const { parentPath, entries } = await browse(viewer, body?.path || undefined);
      const readable = entries.filter(({ isReadable }) => isReadable);
      const directories = readable.map(({ name, path }) => ({ type: 'directory' as const, name, path }));
      return { parent: parentPath, directories, files: [] };
    },
  });

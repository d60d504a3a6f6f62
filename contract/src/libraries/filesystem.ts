// Folder browser for choosing library folders.
import { z } from 'zod';
import { json, routes } from '../route.ts';

const folderSchema = z
  .object({
    currentPath: z.string(),
    parentPath: z.string().nullable(),
    entries: z.array(
      z.object({ name: z.string(), path: z.string(), isDirectory: z.boolean(), isReadable: z.boolean() }),
    ),
  })
  .meta({ id: 'FolderListing' });

export const filesystem = routes('File system', 'Folders of the server.', {
  browse: {
    method: 'GET',
    path: '/api/v1/filesystem/browse',
    summary: 'Browse folders of the server',
    description:
      'Returns subfolders of `path`. Without `path`, returns the allowed roots or the root of the file system, where folders of the operating system are omitted and `media`, `mnt`, `home` and `srv` come first. Omits folders of libraries that the caller cannot access completely. While `scanner.allowed_roots` is empty, also requires `system:admin`, otherwise returns 403.',
    access: 'libraries:write',
    query: z.object({ path: z.string().max(4096).optional() }),
    answers: { 200: json(folderSchema) },
    errors: ['not_found'],
  },
});

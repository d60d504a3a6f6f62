// Libraries: all that the caller sees, and single ones.
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { read, readOne } from '../lists/descriptions.ts';
import type { CompatParts } from '../parts.ts';
import { libraryShape, toLibrary } from '../shapes/library.ts';

const contract = routes('Compatible libraries', 'Libraries for apps made for another server.', {
  list: read('/api/v1/libraries', 'libraries:read', z.array(libraryShape)),
  get: readOne('/api/v1/libraries/{id}', 'libraries:read', libraryShape),
});

/** More than anybody has. */
const all = { page: 1, pageSize: 10_000 };

export const createLibraryRoutes = ({
  services: { libraries },
}: Pick<CompatParts, 'services'>): MountedRoute[] =>
  implement(contract, {
    async list({ viewer }) {
      const found = await libraries.list(viewer, all);
      return found.libraries.map((library) => toLibrary(library, viewer));
    },
    get: async ({ viewer, params }) => toLibrary(await libraries.get(viewer, params.id), viewer),
  });

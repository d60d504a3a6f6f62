// Libraries: all visible libraries, single libraries, and tasks for them.
import { idParams } from '@lectern/contract/fields';
import { empty, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery, read, readOne } from '../lists/descriptions.ts';
import { readFlag } from '../query/values.ts';
import { libraryShape, toLibrary } from '../shapes/library.ts';

const work = <const A extends Permission>(path: `/${string}`, access: A) =>
  ({
    method: 'POST',
    path: `/{prefix}/api/v1/libraries/{id}${path}`,
    summary: '',
    access,
    params: idParams,
    query: anyQuery,
    answers: { 202: empty('Begun') },
  }) as const;

const contract = routes('Compatible libraries', 'Libraries for apps made for another server.', {
  list: read('/api/v1/libraries', 'libraries:read', z.array(libraryShape)),
  get: readOne('/api/v1/libraries/{id}', 'libraries:read', libraryShape),
  scan: work('/scan', 'libraries:write'),
  analyze: work('/analyze', 'books:write'),
  refresh: work('/metadata/refresh', 'books:write'),
  emptyTrash: work('/empty-trash', 'libraries:write'),
});

/** More libraries than any server has. */
const all = { page: 1, pageSize: 10_000 };

export function createLibraryRoutes({ services, catalog }: CompatDependencies): MountedRoute[] {
  const { libraries, scanning, analysis, retention } = services;
  const check = async (viewer: Viewer, id: string) => {
    if (!(await catalog.libraries.find(viewer, id))) throw notFound('library');
  };
  return implement(contract, {
    async list({ viewer }) {
      const found = await libraries.list(viewer, all);
      return found.libraries.map((library) => toLibrary(library, viewer));
    },
    get: async ({ viewer, params }) => toLibrary(await libraries.get(viewer, params.id), viewer),
    async scan({ viewer, params, query }) {
      await check(viewer, params.id);
      await scanning.requestScan(params.id, { mode: readFlag(query, 'deep') ? 'deep' : 'normal' });
    },
    analyze: ({ viewer, params }) => analysis.analyzeLibrary(viewer, params.id, false),
    refresh: ({ viewer, params }) => analysis.analyzeLibrary(viewer, params.id, true),
    async emptyTrash({ viewer, params }) {
      await retention.purgeLibrary(viewer, params.id);
    },
  });
}

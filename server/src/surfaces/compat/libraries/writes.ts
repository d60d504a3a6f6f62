// Creates, changes and removes libraries for apps made for another server. Settings without an equivalent are ignored.

import { idParams } from '@lectern/contract/fields';
import type { CreateLibrary } from '@lectern/contract/libraries/libraries';
import { keysOf } from '@lectern/contract/records';
import { empty, json, routes } from '@lectern/contract/route';
import { defaultFormats, type FileFormat, fileFormats, formats } from '@lectern/contract/values';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { type CompatLibrary, libraryShape, toLibrary } from '../shapes/library.ts';

const flag = z.boolean().nullish();
const settings = z.looseObject({
  name: z.string().trim().min(1).max(200).nullish(),
  root: z.string().min(1).max(4096).nullish(),
  scanInterval: libraryShape.shape.scanInterval.nullish(),
  scanOnStartup: flag,
  scanCbx: flag,
  scanPdf: flag,
  scanEpub: flag,
  scanDirectoryExclusions: z.array(z.string().min(1).max(500)).max(100).nullish(),
});
type Settings = z.output<typeof settings>;

const contract = routes('Compatible library writes', 'Libraries by apps made for another server.', {
  create: {
    method: 'POST',
    path: '/{prefix}/api/v1/libraries',
    summary: '',
    access: 'libraries:write',
    body: settings.extend({
      name: z.string().trim().min(1).max(200),
      root: z.string().min(1).max(4096),
    }),
    answers: { 200: json(libraryShape) },
  },
  update: {
    method: 'PATCH',
    path: '/{prefix}/api/v1/libraries/{id}',
    summary: '',
    access: 'libraries:write',
    params: idParams,
    body: settings,
    answers: { 204: empty() },
  },
  remove: {
    method: 'DELETE',
    path: '/{prefix}/api/v1/libraries/{id}',
    summary: '',
    access: 'libraries:delete',
    params: idParams,
    answers: { 204: empty() },
  },
});

const schedules: Record<CompatLibrary['scanInterval'], string | null> = {
  DISABLED: null,
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 0 * * *',
  WEEKLY: '0 0 * * 0',
};

const kinds = { scanCbx: 'comic', scanPdf: 'document', scanEpub: 'text' } as const;

/** Omitted and null fields are left unchanged. `before` contains the currently allowed formats. */
function toChange(wanted: Settings, before: readonly FileFormat[]): Omit<Partial<CreateLibrary>, 'path'> {
  const { name, scanInterval, scanOnStartup, scanDirectoryExclusions } = wanted;
  const allowedFormats = keysOf(kinds).flatMap((flag) => {
    const kind = kinds[flag];
    const isWanted = wanted[flag];
    // Image folders are only read if a user has enabled them on this server.
    return fileFormats.filter(
      (one) =>
        formats[one].kind === kind &&
        (one === 'folder' ? before.includes(one) && isWanted !== false : (isWanted ?? before.includes(one))),
    );
  });
  const scanning = {
    ...(scanInterval && { cronSchedule: schedules[scanInterval] }),
    ...(typeof scanOnStartup === 'boolean' && { scanOnStart: scanOnStartup }),
  };
  return {
    ...(name && { name }),
    ...(scanDirectoryExclusions && { excludedPatterns: scanDirectoryExclusions }),
    ...(Object.keys(kinds).some((kind) => typeof wanted[kind] === 'boolean') && { allowedFormats }),
    ...(Object.keys(scanning).length > 0 && { scanning }),
  };
}

export function createLibraryWrites({ services }: CompatDependencies): MountedRoute[] {
  const { libraries, scanning } = services;
  return implement(contract, {
    async create({ viewer, body }) {
      const change = toChange(body, defaultFormats);
      const made = await libraries.create(viewer, {
        ...change,
        name: body.name,
        path: body.root,
        scanImmediately: true,
      });
      await scanning.requestScan(made.id, { mode: 'normal' });
      return toLibrary(made, viewer);
    },
    async update({ viewer, params, body }) {
      const { allowedFormats } = await libraries.get(viewer, params.id);
      const { root } = body;
      await libraries.update(viewer, params.id, {
        ...toChange(body, allowedFormats),
        ...(root && { path: root }),
      });
    },
    remove: ({ viewer, params }) => libraries.remove(viewer, params.id),
  });
}

// Valid input for the routes that import from another server.
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportDto } from '@lectern/contract/import/imports';
import { layOutKomga } from '../../peers/komga.ts';
import type { RequestOptions } from '../client.ts';
import type { TestServer } from '../server.ts';

interface Call {
  status?: number | readonly number[];
  params?: Record<string, string>;
  options?: RequestOptions;
}

interface World {
  server: TestServer;
}

const path = '/api/v1/admin/imports';
let made = 0;

async function aKomga({ server }: World) {
  const folder = mkdtempSync(join(server.folder, 'walked-'));
  const { media, file } = await layOutKomga(folder, `w${++made}`);
  return { path: file, maps: [{ from: '/mnt/comics', to: media }] };
}

const toForm = (bytes: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'database.sqlite');
  return form;
};

/** Returns the id of an import that can be started. */
export async function anImport(world: World): Promise<string> {
  const body = await aKomga(world);
  return (await world.server.admin.post<{ id: string }>(path, body)).body.id;
}

async function anUpload(world: World): Promise<string> {
  const raw = toForm(new Uint8Array(readFileSync((await aKomga(world)).path)));
  return (await world.server.admin.request<{ id: string }>('POST', `${path}/upload`, { raw })).body.id;
}

/** Cancels all imports: only one runs at a time, and imports of earlier calls may wait forever. */
async function stopAll({ server }: World): Promise<void> {
  const { body } = await server.admin.get<{ imports: ImportDto[] }>(path);
  for (const { id, status } of body.imports)
    if (status === 'running') await server.admin.post(`${path}/${id}/cancel`);
}

async function aStarted(world: World): Promise<string> {
  await stopAll(world);
  const id = await anImport(world);
  await world.server.admin.post(`${path}/${id}/start`);
  return id;
}

export const importCalls: Record<string, (world: World) => Promise<Call>> = {
  'POST /api/v1/admin/imports': async (world) => ({ options: { body: await aKomga(world) } }),
  'POST /api/v1/admin/imports/upload': async (world) => ({
    options: { raw: toForm(new Uint8Array(readFileSync((await aKomga(world)).path))) },
  }),
  'POST /api/v1/admin/imports/{id}/log': async (world) => ({
    params: { id: await anUpload(world) },
    options: { raw: toForm(new Uint8Array()) },
  }),
  'PATCH /api/v1/admin/imports/{id}': async () => ({ options: { body: { maps: [] } } }),
  'POST /api/v1/admin/imports/{id}/start': async (world) => {
    await stopAll(world);
    return {};
  },
  // On a busy machine the import may have ended before.
  'POST /api/v1/admin/imports/{id}/cancel': async (world) => ({
    params: { id: await aStarted(world) },
    status: [202, 409],
  }),
  'POST /api/v1/admin/imports/{id}/take-back': async (world) => {
    const id = await aStarted(world);
    await stopAll(world);
    return { params: { id }, ...(world.server.kind === 'postgres' && { status: 409 }) };
  },
};

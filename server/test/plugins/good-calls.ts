// Valid input for the routes of plugins, for the tests that call every route. The server has no Internet access, so no
// plugin runs.
import type { Client, RequestOptions } from '../harness/client.ts';
import { packPlugin } from './made-plugin.ts';
import { uploadPlugin } from './plugin-calls.ts';
import { releaseGoodCalls } from './release-calls.ts';
import { trackingGoodCalls } from './tracking-calls.ts';

interface World {
  server: { admin: Client };
}

interface PluginCall {
  params?: Record<string, string>;
  query?: string;
  options?: RequestOptions;
  status?: number;
}

let made = 0;

const aForm = (): FormData => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([new Uint8Array(packPlugin({ name: `walked-${++made % 40}` }))]),
    'walked.tgz',
  );
  return form;
};

async function aPlugin({ server }: World): Promise<{ params: Record<string, string> }> {
  const { body } = await uploadPlugin(server.admin, packPlugin({ name: 'walked' }));
  return { params: { id: body.id } };
}

export const pluginGoodCalls: Record<string, (world: World) => PluginCall | Promise<PluginCall>> = {
  'POST /api/v1/admin/plugins': () => ({ options: { body: { package: 'walked@1.0.0' } }, status: 409 }),
  'POST /api/v1/admin/plugins/upload': () => ({
    query: 'acceptsUnrestricted=true',
    options: { raw: aForm() },
    status: 201,
  }),
  'GET /api/v1/admin/plugins/{id}': aPlugin,
  'PATCH /api/v1/admin/plugins/{id}': async (world) => ({
    ...(await aPlugin(world)),
    options: { body: { isEnabled: true, config: { a: 1 }, credentials: { key: 'value' } } },
  }),
  'DELETE /api/v1/admin/plugins/{id}': aPlugin,
  'POST /api/v1/admin/plugins/{id}/test': async (world) => ({ ...(await aPlugin(world)), status: 409 }),
  'POST /api/v1/admin/plugins/{id}/search': async (world) => ({
    ...(await aPlugin(world)),
    options: { body: { kind: 'book', query: 'walk' } },
    status: 409,
  }),
  'POST /api/v1/admin/plugins/{id}/match': async (world) => ({
    ...(await aPlugin(world)),
    options: { body: { kind: 'book', title: 'walk' } },
    status: 409,
  }),
  'POST /api/v1/admin/plugins/{id}/metadata': async (world) => ({
    ...(await aPlugin(world)),
    options: { body: { kind: 'book', externalId: 'walk' } },
    status: 409,
  }),
  'POST /api/v1/admin/plugins/{id}/requests': async (world) => ({
    ...(await aPlugin(world)),
    options: { body: { requests: [{ method: 'search', kind: 'book', query: 'walk' }] } },
    status: 202,
  }),
  'GET /api/v1/admin/plugins/{id}/log': aPlugin,
  'PATCH /api/v1/user/plugins/{id}': () => ({ options: { body: { isEnabled: true } }, status: 404 }),
  'POST /api/v1/user/plugins/{id}/test': () => ({ status: 404 }),
  'POST /api/v1/user/plugins/{id}/authorize': () => ({ status: 404 }),
  'GET /api/v1/plugins/{id}/callback': () => ({ status: 404 }),
  ...trackingGoodCalls,
  ...releaseGoodCalls,
};

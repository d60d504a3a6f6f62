// Installs and calls plugins through the API.
import type { Plugin, PluginSearchResult } from '@lectern/contract/plugins/plugins';
import type { Client } from '../harness/client.ts';
import { isLandlocked } from '../harness/run/is-landlocked.ts';
import { type MadePlugin, packPlugin } from './made-plugin.ts';

export const pluginsPath = '/api/v1/admin/plugins';
/** Environment of a server that runs plugins. */
export const online = { LECTERN_ONLINE_ENABLED: 'true' };

/** The same, with confined plugins on every database if this system supports confinement. */
export const confined = { ...online, LECTERN_WORKERS_CONFINEMENT: isLandlocked ? 'auto' : 'off' };

export interface Refusal {
  error?: string;
  reason?: string;
  params?: Record<string, string | number>;
  message?: string;
}

/** `accepts`: confirms an unconfined plugin, which is required on test servers without confinement. */
export function uploadPlugin(admin: Client, bytes: Uint8Array, accepts = true) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'plugin.tgz');
  const path = `${pluginsPath}/upload?acceptsUnrestricted=${accepts}`;
  return admin.request<Plugin & Refusal>('POST', path, { raw: form });
}

export const patchPlugin = async (admin: Client, id: string, patch: object): Promise<Plugin> =>
  (await admin.patch<Plugin>(`${pluginsPath}/${id}`, patch)).body;

export const getPlugin = async (admin: Client, id: string): Promise<Plugin> =>
  (await admin.get<Plugin>(`${pluginsPath}/${id}`)).body;

/** Installs and enables a plugin. */
export async function addPlugin(admin: Client, plugin: MadePlugin, patch: object = {}): Promise<Plugin> {
  const { status, body, bytes } = await uploadPlugin(admin, packPlugin(plugin));
  if (status >= 300) throw new Error(`Plugin was not installed: ${bytes.toString()}`);
  return patchPlugin(admin, body.id, { isEnabled: true, ...patch });
}

export const searchPlugin = (admin: Client, id: string, query: string, kind = 'series') =>
  admin.post<{ results: PluginSearchResult[] } & Refusal>(`${pluginsPath}/${id}/search`, { kind, query });

/** Manifest of a metadata provider for series. Its search is defined by the methods. */
export const knowsSeries = { capabilities: { metadataProvider: ['series'] } };

/** Returns a search method with one result that contains the value of the expression as JSON. */
export const searchSaying = (expression: string): string =>
  `async 'metadata/series/search'(params) {
    return { results: [{ externalId: '1', title: JSON.stringify(${expression}) }] };
  },`;

/** Calls such a search and returns the value. */
export async function askPlugin<T>(admin: Client, id: string, query = 'x'): Promise<T> {
  const { body, bytes } = await searchPlugin(admin, id, query);
  const title = body.results?.[0]?.title;
  if (title === undefined) throw new Error(`Plugin did not respond: ${bytes.toString()}`);
  return JSON.parse(title);
}

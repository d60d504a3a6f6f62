// What tests do with plugins over the API.
import type { Plugin, PluginSearchResult } from '@lectern/contract/plugins';
import type { Client } from '../harness/client.ts';
import { isLandlocked } from '../harness/is-landlocked.ts';
import { type MadePlugin, packPlugin } from './made-plugin.ts';

export const pluginsPath = '/api/v1/admin/plugins';
/** The environment of a server whose plugins run. */
export const online = { LECTERN_ONLINE_ENABLED: 'true' };

/** The same, with confined plugins on every database if this machine supports it. */
export const confined = { ...online, LECTERN_WORKERS_CONFINEMENT: isLandlocked ? 'auto' : 'off' };

export interface Refusal {
  error?: string;
  reason?: string;
  params?: Record<string, string | number>;
  message?: string;
}

/** Some test servers confine no plugins: `accepts` is the confirmation that they then need. */
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

/** Installed and turned on. */
export async function addPlugin(admin: Client, plugin: MadePlugin, patch: object = {}): Promise<Plugin> {
  const { status, body, bytes } = await uploadPlugin(admin, packPlugin(plugin));
  if (status >= 300) throw new Error(`The plugin was not installed: ${bytes.toString()}`);
  return patchPlugin(admin, body.id, { isEnabled: true, ...patch });
}

export const searchPlugin = (admin: Client, id: string, query: string, kind = 'series') =>
  admin.post<{ results: PluginSearchResult[] } & Refusal>(`${pluginsPath}/${id}/search`, { kind, query });

/** The manifest of a plugin that knows series, whose search the methods define. */
export const knowsSeries = { capabilities: { metadataProvider: ['series'] } };

/** A search whose one result says what the expression gives, as JSON. */
export const searchSaying = (expression: string): string =>
  `async 'metadata/series/search'(params) {
    return { results: [{ externalId: '1', title: JSON.stringify(${expression}) }] };
  },`;

/** What such a search said. */
export async function askPlugin<T>(admin: Client, id: string, query = 'x'): Promise<T> {
  const { body, bytes } = await searchPlugin(admin, id, query);
  const title = body.results?.[0]?.title;
  if (title === undefined) throw new Error(`The plugin did not answer: ${bytes.toString()}`);
  return JSON.parse(title);
}

// Collects everything that a user can read through the API, to compare two servers: every GET route with every id in
// its lists, texts in full, bytes as hashes.
import { createHash } from 'node:crypto';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import type { Answer, Client } from '../harness/client.ts';

/** Routes about the server itself, its work and its caches; streams; routes that need more than a path. */
const notIncluded = [
  '/api/v1/connection',
  '/api/v1/events',
  '/api/v1/auth/oidc/{provider}/callback',
  '/api/v1/filesystem/browse',
  '/api/v1/admin/pdf-cache',
  '/api/v1/admin/pdf-cache/handles',
  '/api/v1/admin/activity',
  '/api/v1/admin/overview',
  '/api/v1/admin/log',
  // Reading the snapshot again uses a different session.
  '/api/v1/auth/sessions',
  '/metrics',
  '/api/v1/metrics/tasks',
  '/api/v1/admin/backups',
  '/api/v1/admin/backups/{name}',
  '/api/docs/{name}',
];
const isIncluded = ({ method, path }: RouteDescription) =>
  method === 'GET' && !notIncluded.includes(path) && !path.startsWith('/api/v1/tasks');

const all = nouns.flatMap(({ table }) => Object.values(table) as RouteDescription[]).filter(isIncluded);

/** Responses by path, without values that change with each read. */
export async function takeSnapshot(client: Client): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const fetchInto = async (path: string) => {
    const answer = await client.get(path);
    seen.set(path, describe(answer).replaceAll(client.url, ''));
    return answer;
  };
  for (const { path } of all.filter(({ path }) => !path.includes('{')))
    await fetchInto(`${path}?pageSize=500`);
  const ids = await listIds(client);
  for (const { path } of all.filter(({ path }) => path.includes('{'))) {
    const noun = Object.keys(ids).find((one) => path.startsWith(`${one}/{`));
    for (const id of noun === undefined ? [] : (ids[noun] ?? [])) {
      const own = path.replace(/\{(id|key)\}/, encodeURIComponent(id));
      // The order differs between requests.
      if (
        own.endsWith('/results') &&
        (await client.get<{ sort: string }>(own.replace('/results', ''))).body.sort === 'random'
      )
        continue;
      for (const one of await toPaths(client, own)) await fetchInto(one);
    }
  }
  return seen;
}

type Named = { id?: string; key?: string };

async function listIds(client: Client): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const noun of [
    'libraries',
    'series',
    'books',
    'users',
    'api-keys',
    'collections',
    'readlists',
    'filter-presets',
    'admin/sharing-tags',
  ]) {
    const { body } = await client.get<Record<string, Named[]>>(
      `/api/v1/${noun}?pageSize=500&includeDeleted=true`,
    );
    const rows = Object.values(body ?? {}).find(Array.isArray) ?? [];
    found[`/api/v1/${noun}`] = rows.map(({ id = '' }) => id);
  }
  const settings = await client.get<{ settings?: Named[] }>('/api/v1/admin/settings');
  found['/api/v1/admin/settings'] = (settings.body.settings ?? []).map(({ key = '' }) => key);
  const preferences = await client.get<Record<string, unknown>>('/api/v1/user/preferences');
  found['/api/v1/user/preferences'] = Object.keys(preferences.body.preferences ?? preferences.body);
  return found;
}

/** Returns the paths for a route with further parameters. */
async function toPaths(client: Client, path: string): Promise<string[]> {
  if (path.includes('{coverId}')) {
    const { body } = await client.get<{ covers?: Named[] }>(path.slice(0, path.indexOf('/{coverId}')));
    return (body?.covers ?? []).map(({ id = '' }) => path.replace('{coverId}', id));
  }
  if (path.includes('{number}')) return [1, 2].map((number) => path.replace('{number}', String(number)));
  if (path.includes('{path*}')) return [path.replace('{path*}', 'OEBPS/c1.xhtml')];
  return [path];
}

/** Timestamps of the last visit. */
const passing = /"(lastUsedAt|lastLoginAt|syncedAt)":(?:"[^"]*"|null)/g;

function describe({ status, headers, bytes }: Answer): string {
  const type = headers.get('content-type') ?? '';
  const isText = /json|text|xml/.test(type) && bytes.length < 200_000;
  const shown = isText
    ? bytes.toString().replace(passing, '"$1":"…"')
    : createHash('sha256').update(bytes).digest('hex');
  return `${status} ${type} ${shown}`;
}

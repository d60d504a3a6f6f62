// The entity that a request changed, from the path of its route and its response.
import { isRecord, toRecord } from '@lectern/contract/records';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';

export interface EntityName {
  type: string;
  id: string;
  name: string | null;
}

const types: Readonly<Record<string, string>> = {
  libraries: 'library',
  series: 'series',
  books: 'book',
  users: 'user',
  'api-keys': 'api_key',
  collections: 'collection',
  readlists: 'read_list',
  'sharing-tags': 'sharing_tag',
  settings: 'setting',
  tasks: 'task',
  genres: 'genre',
  tags: 'tag',
  backups: 'backup',
};

/** The entity that the parameters name: that of `/api/v1/libraries/{id}/scan` is a library. */
export function findAddressed(
  { route }: MountedRoute,
  params: unknown,
): Omit<EntityName, 'name'> | undefined {
  const [, noun = '', parameter = ''] = /^\/api\/v1\/(?:admin\/)?([a-z-]+)\/\{(\w+)\}/.exec(route.path) ?? [];
  const type = types[noun];
  const id = toRecord(params)[parameter];
  return type !== undefined && typeof id === 'string' ? { type, id } : undefined;
}

/** The entity that was created: the response of a route on the noun itself. */
export function findMade({ route }: MountedRoute, made: unknown): EntityName | undefined {
  const type = types[/^\/api\/v1\/(?:admin\/)?([a-z-]+)$/.exec(route.path)?.[1] ?? ''];
  if (type === undefined || !isRecord(made) || !('id' in made)) return undefined;
  const name = [made.name, made.title, made.username].find((one) => typeof one === 'string');
  return { type, id: String(made.id), name: typeof name === 'string' ? name : null };
}

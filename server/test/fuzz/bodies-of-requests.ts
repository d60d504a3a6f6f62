// Properties of every route of a running server for any body or query: no response is a 5xx, and every error has the
// common error format.
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import fc from 'fast-check';
import { anyJson, anyText, bodyOf, conditionOf } from './arbitraries.ts';
import { type Property, property } from './property.ts';

export interface RunningServer {
  url: string;
  /** Credentials of a user with all permissions. The requests may revoke these permissions. */
  authorization(): Promise<string>;
  /** Ids of existing items by their noun in the path. */
  ids: Readonly<Record<string, string>>;
}

/** Routes that would end what other requests need: sessions, sign-in, or the items themselves. */
const left = [
  'POST /api/v1/auth/logout',
  'POST /api/v1/auth/login',
  'PUT /api/v1/user/password',
  'PUT /api/v1/admin/settings/{key}',
  'POST /api/v1/users',
];

const all = nouns.flatMap(({ table }) => Object.values(table) as RouteDescription[]);
const nobody = '01890000-0000-7000-8000-000000000000';

/** Returns a property for each route with a body and for each list query. */
export function requestProperties(server: RunningServer): Property[] {
  const withBody = all.filter(({ method, path, body }) => body && !left.includes(`${method} ${path}`));
  const lists = all.filter(
    ({ method, path, query }) => method === 'GET' && query && path !== '/api/v1/events',
  );
  return [...withBody.map((route) => ofBody(server, route)), ...lists.map((route) => ofQuery(server, route))];
}

function ofBody(server: RunningServer, route: RouteDescription): Property {
  const path = toPath(server, route);
  const schema = route.body;
  if (!schema) throw new Error('The route has no body');
  const plain = bodyOf(schema, [...Object.values(server.ids), nobody]);
  const target = /series/.test(path) || /collections/.test(path) ? 'series' : 'books';
  const isAboutConditions = /\/list$|filter-presets|collections$|readlists$/.test(path);
  const withCondition = fc
    .tuple(plain, conditionOf(target), fc.array(anyText, { maxLength: 4 }))
    .map(([body, condition, words]) => ({
      ...(typeof body === 'object' ? body : {}),
      condition,
      fullTextSearch: words.join(' '),
    }));
  const values = isAboutConditions
    ? fc.oneof(plain, withCondition)
    : fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: anyJson });
  return property(`${route.method} ${route.path}`, values, (body) =>
    expectAnswer(server, { method: route.method, path, body: JSON.stringify(body) }),
  );
}

function ofQuery(server: RunningServer, route: RouteDescription): Property {
  const names = Object.keys(route.query?.shape ?? {});
  const value = fc.oneof(
    anyText,
    fc.integer().map(String),
    fc.constantFrom('true', 'title,desc', '1', '500', nobody, ...Object.values(server.ids)),
  );
  const values = fc.array(
    fc.tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText }),
      value,
    ),
    { maxLength: 5 },
  );
  return property(`GET ${route.path}`, values, (pairs) => {
    const query = new URLSearchParams(
      pairs.map(([name, text]): [string, string] => [
        name.toWellFormed(),
        text.slice(0, 2_000).toWellFormed(),
      ]),
    ).toString();
    return expectAnswer(server, {
      method: 'GET',
      path: `${toPath(server, route)}?${query}`,
      body: undefined,
    });
  });
}

const toPath = ({ ids }: RunningServer, { path }: RouteDescription): string => {
  const noun = /^\/api\/v1\/(?:admin\/)?([a-z-]+)/.exec(path)?.[1] ?? '';
  return path.replace(/\{(\w+)\*?\}/g, (_, name: string) => {
    if (name === 'id') return ids[noun] ?? nobody;
    if (name === 'number') return '1';
    return name === 'key' ? 'fuzz' : nobody;
  });
};

interface Asked {
  method: string;
  path: string;
  body: string | undefined;
}

const patienceMs = 20_000;

async function expectAnswer(server: RunningServer, { method, path, body }: Asked): Promise<void> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: await server.authorization(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(patienceMs),
    redirect: 'manual',
  });
  const text = await response.text();
  if (response.status >= 500)
    throw new Error(`${method} ${path} is answered ${response.status} ${text.slice(0, 300)}`);
  if (response.status < 400) return;
  const { error, message } = JSON.parse(text) as Record<string, unknown>;
  if (typeof error !== 'string' || typeof message !== 'string')
    throw new Error(`${method} ${path} returns a different error format: ${text.slice(0, 300)}`);
}

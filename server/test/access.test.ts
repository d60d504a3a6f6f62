// Calls every mounted route without credentials and with every role. The status codes match the access rules of the API
// description.
import { tmpdir } from 'node:os';
import type { RouteDescription } from '@lectern/contract/route';
import { permissions, rolePermissions, roles } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { onBothDatabases, type TestServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const someId = '01890000-0000-7000-8000-000000000000';

const toUrl = ({ path }: RouteDescription) =>
  path.replace(/\{\w+\*\}/g, 'x').replace(/\{(\w+)\}/g, (_, name) => (/number/i.test(name) ? '1' : someId));

/** A body that no schema accepts, so that an authorized call has no effect. */
const call = (client: Client, route: RouteDescription) =>
  client.request(route.method, toUrl(route), route.method === 'GET' ? {} : { body: [] });

/**
 * Returns the access that the description promises a caller with these permissions. Undefined permissions mean an
 * unauthenticated caller.
 */
function expected({ access }: RouteDescription, held: readonly string[] | undefined): 'in' | 401 | 403 {
  if (access === 'anyone') return 'in';
  if (!held) return 401;
  if (access === 'user') return 'in';
  const wanted = typeof access === 'string' ? [access] : access;
  return wanted.some((one) => held.includes(one)) ? 'in' : 403;
}

const toOutcome = (status: number) => (status === 401 || status === 403 ? status : 'in');

async function walk(server: TestServer, client: Client, held: readonly string[] | undefined) {
  const outcomes: Record<string, unknown> = {};
  const promises: Record<string, unknown> = {};
  for (const { route } of server.app.routes) {
    // Every signed-in user may open the event stream, and it never ends.
    if (route.path === '/api/v1/events') continue;
    // Rejects callers other than pages of the web client.
    if (held && route.path === '/api/v1/auth/browser/lock') continue;
    const name = `${route.method} ${route.path}`;
    const { status, headers } = await call(client, route);
    outcomes[name] = toOutcome(status);
    promises[name] = expected(route, held);
    if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(status, name).toBeLessThan(500);
  }
  expect(outcomes).toEqual(promises);
}

// Without allowed roots, the folder browser needs a second permission (libraries/libraries/paths.ts).
const environment = { LECTERN_SCANNER_ALLOWED_ROOTS: tmpdir() };

const walks = (server: () => TestServer) => {
  test('rejects unauthenticated calls to routes that require authentication', async () => {
    await walk(server(), server(), undefined);
  });

  test.each(roles)('gives a %s access to exactly the routes that the role permits', async (role) => {
    await walk(server(), await signIn(server(), { role }), rolePermissions[role]);
  });

  test('gives an API key without permissions the access of a plain user', async () => {
    const { body } = await server().admin.post<{ key: string }>('/api/v1/api-keys', {
      name: 'k',
      permissions: [],
    });
    await walk(server(), server().as({ 'x-api-key': body.key }), []);
  });

  test('opens exactly the routes that require a permission when that permission is added', async () => {
    for (const permission of ['users:read', 'tasks:read'] as const) {
      const user = await signIn(server(), { permissions: [permission] });
      await walk(server(), user, [...rolePermissions.reader, permission]);
    }
  });

  test('tests every kind of access rule', () => {
    const rules = new Set(server().app.routes.flatMap(({ route }) => route.access));
    expect(rules.has('anyone') && rules.has('user')).toBe(true);
    expect([...rules].filter((rule) => permissions.some((one) => one === rule)).length).toBeGreaterThan(3);
  });
};

onBothDatabases('access', walks, { environment });

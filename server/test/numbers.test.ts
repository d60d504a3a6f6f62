// Numbers in paths and queries must be decimal digits, although `Number` accepts other notations.
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeWorld, someId, type World } from './harness/calls/good-calls.ts';
import { startTestServer, type TestServer } from './harness/server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer({ withTasks: true });
  world = await makeWorld(server);
  await server.admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
});
afterAll(() => server.stop());

/** `Number` or a lenient parser would read all of them as 1. */
const odd = ['1e0', '0x1', '0b1', '+1', '%201', '1%20', '1.0', '1.', '%EF%BC%91', '%D9%A1', '1,0'];

/** Returns the names of numeric parameters. */
function numbersOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const isNumber = (one: unknown) =>
    typeof one === 'object' && one !== null && 'type' in one && /^(integer|number)$/.test(String(one.type));
  return Object.keys(properties).filter((name) => isNumber(properties[name]));
}

const routes = nouns.flatMap(({ table }) => Object.values(table) as RouteDescription[]);

test('returns 400 for a number in another notation in a query', async () => {
  let requestCount = 0;
  for (const route of routes) {
    for (const name of numbersOf(route.query)) {
      const path = route.path.replace('{number}', '1').replaceAll(/\{\w+\*?\}/g, someId);
      for (const text of odd) {
        requestCount++;
        const { status } = await server.admin.request(route.method, `${path}?${name}=${text}`);
        expect([route.method, path, name, text, status]).toEqual([route.method, path, name, text, 400]);
      }
    }
  }
  expect(requestCount).toBeGreaterThan(40 * odd.length);
});

test('returns 404 for a number in another notation in a path', async () => {
  const { id } = world.books.cbz;
  const numbered = routes.filter((route) => numbersOf(route.params).length > 0);
  expect(numbered.length).toBeGreaterThan(0);
  const basic = Buffer.from(`${server.admin.username}:${server.admin.password}`).toString('base64');
  const byPassword = server.as({ authorization: `Basic ${basic}` });
  for (const text of odd) {
    for (const route of numbered) {
      const path = route.path.replace('{id}', id).replace('{number}', text);
      expect([path, (await server.admin.request(route.method, path)).status]).toEqual([path, 404]);
    }
    const page = `/opds/v1/books/${id}/pages/${text}`;
    expect([page, (await byPassword.get(page)).status]).toEqual([page, 404]);
    // Clients of the compatibility API expect 400 for an invalid page number.
    const compat = `/compat/api/v1/books/${id}/pages/${text}`;
    expect([compat, (await byPassword.get(compat)).status]).toEqual([compat, 400]);
  }
});

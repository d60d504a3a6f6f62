// Calls every path of every protocol with every method that it does not support: 405 with the supported methods.
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { someId } from './harness/calls/good-calls.ts';
import { everyRoute, toUrl } from './harness/calls/routes.ts';
import { sendRequestLine } from './harness/clients/raw-http.ts';
import { type TestServer, withServer } from './harness/server.ts';

const testedMethods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY PROPFIND BREW get'.split(
  ' ',
);

/** Valid values of parameters that are not ids, and the prefix of the compatibility API. */
const params: Record<string, string> = {
  prefix: 'compat',
  key: 'walk',
  number: '1',
  name: 'swagger-ui.css',
  path: 'a/b',
  coverId: 'embedded',
};

const toAddress = (path: string) =>
  toUrl(
    path,
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => [name, params[name] ?? someId]),
    ),
  );

/** Methods by path. GET implies HEAD. */
function listMethods(routes: readonly RouteDescription[]): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const methods = known.get(path) ?? new Set();
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(one);
    known.set(path, methods);
  }
  return known;
}

async function findFaults(server: TestServer, known: Map<string, Set<string>>): Promise<string[]> {
  const { port } = new URL(server.url);
  const authorization = `Authorization: Bearer ${server.admin.session.accessToken}`;
  const faults: string[] = [];
  for (const [path, methods] of known) {
    const address = toAddress(path);
    for (const method of testedMethods.filter((one) => !methods.has(one))) {
      const { status, headers } = await sendRequestLine(Number(port), `${method} ${address} HTTP/1.1`, [
        authorization,
      ]);
      const allowed = headers.allow?.split(', ').toSorted().join(', ');
      const wanted = [...methods].toSorted().join(', ');
      if (status !== 405 || allowed !== wanted || !headers['x-request-id'])
        faults.push(`${method} ${address}: ${status}, Allow ${allowed} instead of ${wanted}`);
    }
  }
  return faults;
}

withServer('addresses', (server) => {
  test('of the API list exactly their methods in Allow', async () => {
    const known = listMethods(everyRoute.map(({ route }) => route));
    expect(await findFaults(server(), known)).toEqual([]);
  });

  test('of other protocols list exactly their methods in Allow', async () => {
    await server().admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
    // Kobo routes accept any path and method.
    const surfaces = server().app.surfaces.filter(({ name }) => name !== 'kobo');
    const known = listMethods(surfaces.flatMap(({ routes }) => routes.map(({ route }) => route)));
    expect(known.size).toBeGreaterThan(50);
    expect(await findFaults(server(), known)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../test/compat/app.ts';
import { withServer } from '../../../test/harness/server.ts';

const document = new URL('../../../../docs/reference/compatibility-api.md', import.meta.url);
const [available = '', refused = ''] = readFileSync(document, 'utf8').split(
  '## Operations that are not available',
);

/** `METHOD path permission` of each row of the tables. */
const listAvailable = (): string[] =>
  [...available.matchAll(/^\| `(\/[^`]+)` +\| (.+?) +\|$/gm)].flatMap(([, path, cells = '']) =>
    [...cells.matchAll(/([A-Z]+) `([^`]+)`/g)].map(([, method, access]) => `${method} ${path} ${access}`),
  );
const listRefused = (): string[] =>
  [...refused.matchAll(/^\| `([A-Z]+ \/[^`]+)` +\|/gm)].map(([, operation = '']) => operation);

withServer(
  'operations of the compatibility API',
  (server) => {
    const routes = () =>
      server()
        .app.surfaces.filter(({ name }) => name === 'compat')
        .flatMap((surface) => surface.routes.map(({ route }) => route))
        .map((route) => ({ ...route, path: route.path.replace('/{prefix}', '') }));

    test('are documented with their permissions', () => {
      const isRefused = ({ answers }: { answers: object }) => '501' in answers;
      const known = routes().filter((route) => !isRefused(route));
      expect(listAvailable().toSorted()).toEqual(
        known.map(({ method, path, access }) => `${method} ${path} ${access}`).toSorted(),
      );
      expect(listRefused().toSorted()).toEqual(
        routes()
          .filter(isRefused)
          .map(({ method, path }) => `${method} ${path}`)
          .toSorted(),
      );
    });

    test('that are not available answer 501 in the format that apps read', async () => {
      const app = anApp(server(), server().admin);
      expect(listRefused().length).toBeGreaterThan(10);
      for (const operation of listRefused()) {
        const [method = '', path = ''] = operation.replaceAll(/\{\w+\}/g, '1').split(' ');
        const { status, body } = await app.request(method, path);
        expect([operation, status, body]).toEqual([
          operation,
          501,
          {
            timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
            status: 501,
            error: 'Not Implemented',
            message: 'Lectern does not have this operation. Its documentation names the alternative.',
            path: `/compat${path}`,
          },
        ]);
        expect((await anApp(server()).request(method, path)).status).toBe(401);
      }
    });
  },
  { environment: compatEnvironment },
);

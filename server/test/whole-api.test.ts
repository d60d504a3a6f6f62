// Walks every route that the API description names, with good input. The server compares each answer with its
// declaration (checkAnswers) and fails with a 500 when they differ. Odd input is in odd-requests.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { good, isWhole, makeWorld, toParams } from './harness/good-calls.ts';
import { waitForScan } from './harness/library.ts';
import { endingRoutes as all, everyRoute as every, toUrl } from './harness/routes.ts';
import { withServer } from './harness/server.ts';

withServer(
  'every described route',
  (server) => {
    test('is mounted, and nothing else is', () => {
      const mounted = server().app.routes.map(({ route }) => `${route.method} ${route.path}`);
      expect(mounted.toSorted()).toEqual(every.map(({ title }) => title).toSorted());
    });

    test('answers good input as it declares', { timeout: 300_000 }, async () => {
      let world = await makeWorld(server());
      for (const { title, route } of all) {
        if (!(await isWhole(world))) world = await makeWorld(server());
        const { params, query, options, client, status } = (await good[title]?.(world)) ?? {};
        const url = toUrl(route.path, { ...(await toParams(route, world)), ...params });
        const needsBody = route.body && !route.optionalBody;
        const answer = await (client ?? server().admin).request(
          route.method,
          query === undefined ? url : `${url}?${query}`,
          options ?? (needsBody ? { body: {} } : {}),
        );
        const expected = status === undefined ? Object.keys(route.answers).map(Number) : [status].flat();
        expect([title, answer.status, expected.includes(answer.status) || answer.bytes.toString()]).toEqual([
          title,
          answer.status,
          true,
        ]);
        // The next call is answered by a library at rest.
        await waitForScan(server().admin, world.library.id).catch(() => pause(0));
      }
    });
  },
  { withTasks: true },
);

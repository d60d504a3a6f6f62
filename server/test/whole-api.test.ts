// Calls every route of the API description with valid input. The server compares each response with its declared schema
// (checkAnswers) and fails with a 500 if they differ. Invalid input is in odd-requests.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { good, isWhole, makeWorld, toParams } from './harness/calls/good-calls.ts';
import { endingRoutes as all, everyRoute as every, toUrl } from './harness/calls/routes.ts';
import { waitForScan } from './harness/library.ts';
import { withServer } from './harness/server.ts';

withServer(
  'every described route',
  (server) => {
    test('is mounted, and no other route is', () => {
      const mounted = server().app.routes.map(({ route }) => `${route.method} ${route.path}`);
      expect(mounted.toSorted()).toEqual(every.map(({ title }) => title).toSorted());
    });

    test('returns its declared response for valid input', { timeout: 300_000 }, async () => {
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
        // Waits until the scan has ended before the next call.
        await waitForScan(server().admin, world.library.id).catch(() => pause(0));
      }
    });
  },
  { withTasks: true },
);

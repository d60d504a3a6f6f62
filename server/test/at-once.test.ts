// Sends several concurrent identical requests to every route that changes something, as after a double click, a retry
// of a device, or two users acting together. No response may be a server error.
import { expect, test } from 'vitest';
import { good, makeWorld, toParams, type World } from './harness/calls/good-calls.ts';
import { endingRoutes, toUrl } from './harness/calls/routes.ts';
import { withServer } from './harness/server.ts';

const many = 4;
const writing = endingRoutes.filter(({ route }) => route.method !== 'GET');

withServer(
  'concurrent identical requests',
  (server) => {
    let known: World | undefined;

    /** Creates a new world if an earlier call has deleted parts of the last one. */
    async function aWorld(): Promise<World> {
      const isThere =
        known && (await server().admin.get(`/api/v1/libraries/${known.library.id}`)).status === 200;
      known = known && isThere ? known : await makeWorld(server());
      return known;
    }

    test.each(writing)(
      '$title never fails with a server error',
      { timeout: 60_000 },
      async ({ title, route }) => {
        const world = await aWorld();
        const { params, query, options, client } = (await good[title]?.(world)) ?? {};
        const url = toUrl(route.path, { ...(await toParams(route, world)), ...params });
        const needsBody = route.body && !route.optionalBody;
        const request = () =>
          (client ?? server().admin).request(
            route.method,
            query === undefined ? url : `${url}?${query}`,
            options ?? (needsBody ? { body: {} } : {}),
          );
        const answers = await Promise.all(Array.from({ length: many }, request));
        const failed = answers.filter(({ status }) => status >= 500).map(({ bytes }) => bytes.toString());
        expect(failed).toEqual([]);
      },
    );
  },
  { withTasks: true },
);

// Every route of the other protocols with what no client should send: no answer is a 5xx or hangs, and what is there
// afterwards can still be read. TEST_SEED and TEST_FUZZ_ROUNDS choose another or a longer run.
import { Agent } from 'node:http';
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { makeWorld, type World } from '../harness/good-calls.ts';
import { withServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { createDice } from './dice.ts';
import { createRequests } from './requests.ts';
import { sendOdd, show } from './run.ts';
import { makeSurfaceBodies } from './surface-bodies.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
const rounds = Number(process.env.TEST_FUZZ_ROUNDS ?? 1);
const logged: string[] = [];

withServer(
  `odd requests by other protocols (seed ${seed})`,
  (server) => {
    test('no route breaks, whatever it is sent', { timeout: 300_000 * rounds }, async () => {
      const { admin, app, url, kind } = server();
      await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const world = await makeWorld(server());
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const faults = new Map<string, string>();
      const all = app.surfaces.flatMap(({ routes }) => routes.map(({ route }) => route));
      for (const [index, route] of all.entries()) {
        const dice = createDice(seed + index);
        const bodies = makeSurfaceBodies(route);
        const params = toParams(route, world);
        const next = await createRequests({ route, params, query: undefined, good: undefined, bodies }, dice);
        const who = await signIn(server(), { role: 'admin' });
        const password = btoa(`${who.username}:${who.password}`);
        for (let i = 0; i < (bodies.length > 0 ? 40 : 12) * rounds; i++) {
          const request = next();
          if (!dice.chance(0.05)) request.headers.authorization = `Basic ${password}`;
          logged.length = 0;
          const fault = await sendOdd(url, request, agent).then(
            ({ status, headers, text }) =>
              status >= 500
                ? `${status} ${text.slice(0, 200)}\n  ${logged.join('').slice(0, 1_000)}`
                : headers['x-request-id']
                  ? undefined
                  : `${status} without a request id`,
            (error) => `is not answered: ${error}`,
          );
          if (fault) faults.set(`${route.path} ${fault.slice(0, 20)}`, `${kind}: ${show(request)} ${fault}`);
        }
      }
      agent.destroy();
      expect([...faults.values()].join('\n')).toBe('');
      for (const path of ['/opds/v1/catalog', '/opds/v2', '/compat/api/v1/series', '/compat/api/v1/books'])
        expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    });
  },
  { withTasks: true, onLogLine: (line) => logged.push(line) },
);

/** Ids of what is there, by the noun before them. */
function toParams({ path }: RouteDescription, { library, books }: World): Record<string, string> {
  const isOfSeries = /\/series\/\{/.test(path);
  const id = /\/libraries\/\{/.test(path) ? library.id : isOfSeries ? books.cbz.seriesId : books.cbz.id;
  const names = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  const toValue = (name: string): string => {
    if (name === 'prefix') return 'compat';
    if (/page|number/i.test(name)) return '1';
    if (/file|path/i.test(name)) return 'a file.cbz';
    return id;
  };
  return Object.fromEntries(names.map((name) => [name, toValue(name)]));
}

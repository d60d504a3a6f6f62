// Every reader and every request body with values that shrink: a few of each here, and as long as one likes by
// `npm run bench -- fuzz`. TEST_SEED chooses others.
import { expect, test } from 'vitest';
import { makeWorld } from '../harness/good-calls.ts';
import { withServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { anyText } from './arbitraries.ts';
import { requestProperties } from './bodies-of-requests.ts';
import { property, tryProperty } from './property.ts';
import { readerProperties } from './readers.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

test.each(readerProperties.map((one) => [one.name, one] as const))(
  '%s: a result or a typed fault, whatever comes',
  { timeout: 60_000 },
  async (_, one) => {
    expect(await tryProperty(one, { seed, runs: 150 })).toBeUndefined();
  },
);

test('a fault is found, and told by its smallest value', async () => {
  const broken = property('broken', anyText, (text) => {
    if (text.includes('\u0000')) throw new Error('NUL');
  });
  const found = await tryProperty(broken, { seed: 1, runs: 2_000 });
  expect([found?.name, found?.value, found?.error.split('\n')[0]]).toEqual([
    'broken',
    '"\\u0000"',
    'Error: NUL',
  ]);
});

withServer(
  `bodies and queries (seed ${seed})`,
  (server) => {
    test('no route breaks, whatever it is sent', { timeout: 300_000 }, async () => {
      const { library, books } = await makeWorld(server());
      const somebody = await signIn(server(), { role: 'admin' });
      const other = await signIn(server());
      const ids = {
        libraries: library.id,
        series: books.cbz.seriesId,
        books: books.cbz.id,
        users: other.userId,
      };
      const authorization = async () => `Bearer ${somebody.session.accessToken}`;
      const findings: unknown[] = [];
      for (const one of requestProperties({ url: server().url, authorization, ids }))
        findings.push(await tryProperty(one, { seed, runs: 8, maxMs: 10_000 }));
      expect(findings.filter((find) => find !== undefined)).toEqual([]);
      expect((await server().admin.get('/api/v1/books')).status).toBe(200);
    });
  },
  { withTasks: true },
);

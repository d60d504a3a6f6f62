// Limits against guessing and flooding apply to all servers of one database together: a rejected caller gains nothing
// by switching servers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { type EmptyServer, startEmptyServer, startSecondServer } from './harness/server.ts';
import { initialize } from './harness/sign-in.ts';
import { until } from './harness/until.ts';

let one: EmptyServer;
let two: Client & { stop(): Promise<void> };

beforeAll(async () => {
  one = await startEmptyServer({
    kind: 'postgres',
    environment: {
      LECTERN_RATE_LIMIT_ENABLED: 'true',
      LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '60',
      LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '0.01',
    },
  });
  two = await startSecondServer(one);
  await initialize(one);
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const guess = async (at: Client, n: number) =>
  (await at.post('/api/v1/auth/login', { username: 'admin', password: `wrong ${n}` })).status;
/** Free of charge: the health check uses no tokens and reports the remaining ones. */
const left = async (at: Client) => Number((await at.get('/health')).headers.get('x-ratelimit-remaining'));

test('wrong passwords at one server delay the next attempt at another', async () => {
  let tries = 0;
  while ((await guess(one, tries)) === 401) tries++;
  expect(tries).toBeGreaterThan(8);
  let elsewhere = 0;
  await until(async () => {
    elsewhere++;
    return (await guess(two, elsewhere)) === 429;
  });
  // A single server would have permitted ten.
  expect(elsewhere).toBeLessThan(6);
});

test('a client has one bucket for all servers', async () => {
  while ((await one.get('/api/v1/books')).status === 401);
  expect(await left(one)).toBe(0);
  // Each server may reserve a tenth of the burst.
  await until(async () => (await left(two)) <= 6);
});

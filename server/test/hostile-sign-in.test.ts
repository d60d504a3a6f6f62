// Attacks on sign-in through the whole server. The rules are tested in features/identity.
import type { Session } from '@lectern/contract/identity/auth';
import { expect, onTestFinished, test } from 'vitest';
import type { Hasher } from '#features/identity/users/index.ts';
import { makeKey } from './harness/api-key.ts';
import { createClient } from './harness/client.ts';
import { createFastHasher } from './harness/hasher.ts';
import { openDatabaseOf } from './harness/open-database.ts';
import { startTestServer, type TestServerOptions, withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const login = '/api/v1/auth/login';

async function aServer(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.stop());
  return server;
}

test('attributes wrong passwords with changing X-Forwarded-For headers to the address that sends them', async () => {
  const failed: { address?: string }[] = [];
  const server = await aServer({
    environment: { LECTERN_LOG_LEVEL: 'warn' },
    onLogLine: (line) => line.includes('sign-in failed') && failed.push(JSON.parse(line)),
  });
  const { username, password } = server.reader;
  const attempt = (body: object, i: number, headers: Record<string, string> = {}) => {
    const forged = { 'x-forwarded-for': `198.51.${i >> 8}.${i & 255}`, 'x-real-ip': `10.0.0.${i & 255}` };
    return server.request('POST', login, {
      body,
      headers: { ...forged, forwarded: 'for=10.0.0.1', ...headers },
    });
  };
  const known = await attempt({ username, password }, 0);
  const device = known.headers.getSetCookie().join('; ');
  const statuses: number[] = [];
  for (let i = 0; i < 100; i++) statuses.push((await attempt({ username, password: 'wrong' }, i)).status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  const strangers: number[] = [];
  for (let i = 0; i < 100; i++)
    strangers.push((await attempt({ username: `nobody-${i}`, password: 'wrong' }, i)).status);
  expect(strangers.at(-1)).toBe(429);
  expect(new Set(failed.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  // The account owner can still sign in from a known browser.
  expect((await attempt({ username, password }, 1)).status).toBe(429);
  expect((await attempt({ username, password }, 1, { cookie: device })).status).toBe(200);
});

test('failed sign-ins return the same response for existing and missing accounts', async () => {
  const server = await aServer();
  const { username, email } = server.reader;
  const off = await signIn(server);
  await server.admin.patch(`/api/v1/users/${off.userId}`, { isActive: false });
  const tries = [username, email, off.username, 'nobody', 'nobody@example.org'];
  const answers = await Promise.all(
    tries.map((name) => server.post(login, { username: name, password: 'wrong' })),
  );
  const shown = answers.map(({ status, headers, bytes }) => {
    const reported = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    return { status, headers: reported, body: bytes.toString() };
  });
  for (const one of shown) expect(one).toEqual(shown[0]);
});

/** A hasher that blocks while it is closed, and records how many hashes are computed concurrently. */
function aHeldHasher(): Hasher & { maxRunning: number; close(): void; open(): void } {
  const inner = createFastHasher();
  let gate = Promise.resolve();
  let running = 0;
  const held = {
    maxRunning: 0,
    close: () => {},
    open: () => {},
    hash: inner.hash,
    async verify(...given: Parameters<Hasher['verify']>) {
      held.maxRunning = Math.max(held.maxRunning, ++running);
      await gate;
      running--;
      return inner.verify(...given);
    },
  };
  held.close = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    held.open = resolve;
  };
  return held;
}

test('computes two of 200 concurrent sign-ins at a time and serves other requests meanwhile', async () => {
  const hasher = aHeldHasher();
  const server = await aServer({ hasher });
  hasher.close();
  const sent = Array.from({ length: 200 }, (_, i) =>
    server.post(login, { username: `nobody-${i}`, password: 'x'.repeat(1_024) }),
  );
  await expect.poll(() => hasher.maxRunning).toBe(2);
  expect((await server.get('/health')).status).toBe(200);
  expect((await server.reader.get('/api/v1/user')).status).toBe(200);
  hasher.open();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
  expect(hasher.maxRunning).toBe(2);
  expect((await server.reader.get('/api/v1/user')).status).toBe(200);
});

test('treats composed and decomposed Unicode in names and passwords as equal', async () => {
  const server = await aServer();
  await signIn(server, { username: 'Zo\u00eb', email: 'zoe@example.org', password: 'pa\u0308ssw\u00f6rd' });
  const composed = { username: 'Zo\u00eb', password: 'p\u00e4ssw\u00f6rd' };
  const apart = { username: 'zoe\u0308', password: 'pa\u0308sswo\u0308rd' };
  for (const body of [composed, apart]) expect((await server.post(login, body)).status).toBe(200);
});

withServer('an attacker with a copy of the database', (server) => {
  test('finds no keys, tokens or passwords and cannot sign in with the stored hashes', async () => {
    const user = await signIn(server());
    const { key, id } = await makeKey(user);
    const again = await server().post<Session>('/api/v1/auth/refresh', {
      refreshToken: user.session.refreshToken,
    });
    const database = await openDatabaseOf(server());
    const rows = {
      keys: await database.db.selectFrom('apiKey').selectAll().execute(),
      tokens: await database.db.selectFrom('refreshToken').selectAll().execute(),
      users: await database.db.selectFrom('user').selectAll().execute(),
    };
    await database.close();
    const text = JSON.stringify(rows);
    for (const secret of [key, user.session.refreshToken, again.body.refreshToken, user.password])
      expect(text).not.toContain(secret);
    const { keyHash = '', keyPrefix = '' } = rows.keys.find((row) => row.id === id) ?? {};
    expect(key.startsWith(keyPrefix)).toBe(true);
    for (const guess of [keyHash, `lec_${keyHash.slice(0, 43)}`, keyPrefix]) {
      const { status } = await createClient(server().url).get('/api/v1/user', { 'x-api-key': guess });
      expect(status).toBe(401);
    }
    for (const { tokenHash } of rows.tokens)
      expect((await server().post('/api/v1/auth/refresh', { refreshToken: tokenHash })).status).toBe(401);
  });
});

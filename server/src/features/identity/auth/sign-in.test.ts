import type { Session } from '@lectern/contract/identity/auth';
import * as argon2 from '@node-rs/argon2';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFastHasher } from '../../../../test/harness/hasher.ts';
import { startTestServer, type TestServerOptions, withServer } from '../../../../test/harness/server.ts';
import { signIn, signInAgain } from '../../../../test/harness/sign-in.ts';

const login = '/api/v1/auth/login';

withServer('signing in', (server) => {
  test('returns a pair of tokens and the user', async () => {
    const { username, password, userId } = server().reader;
    const { status, body, headers } = await server().post<Session>(login, { username, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      tokenType: 'Bearer',
      expiresIn: 3_600,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: userId,
        username,
        email: `${username}@example.org`,
        role: 'reader',
        permissions: expect.arrayContaining(['books:read']),
        emailVerified: false,
        language: null,
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('works with name and e-mail address, in any case', async () => {
    const { username, email, password } = server().reader;
    for (const name of [username, username.toUpperCase(), ` ${username} `, email, email.toUpperCase()])
      expect((await server().post(login, { username: name, password })).status).toBe(200);
  });

  test('is recorded as the last sign-in', async () => {
    const user = await signIn(server());
    const path = `/api/v1/users/${user.userId}`;
    const before = await server().admin.get<{ lastLoginAt: string }>(path);
    await signInAgain(server(), user);
    const after = await server().admin.get<{ lastLoginAt: string; updatedAt: string }>(path);
    expect(after.body.lastLoginAt >= before.body.lastLoginAt).toBe(true);
    expect(Date.parse(after.body.lastLoginAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('returns the same error for every failure', async () => {
    const off = await signIn(server());
    await server().admin.patch(`/api/v1/users/${off.userId}`, { isActive: false });
    const { username, email } = server().reader;
    const failures = [
      { username, password: 'wrong password' },
      { username: email, password: 'wrong password' },
      { username: 'nobody at all', password: 'wrong password' },
      { username: 'nobody@example.org', password: 'wrong password' },
      { username: off.username, password: off.password },
      { username, password: ' ' },
    ];
    for (const failure of failures) {
      const { status, body, headers } = await server().post(login, failure);
      expect(status).toBe(401);
      expect(body).toEqual({
        error: 'unauthorized',
        message: 'The user name or password is wrong.',
        reason: 'wrong_credentials',
      });
      expect(headers.getSetCookie()).toEqual([]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test.each([
    ['a name of 255 characters', { username: 'x'.repeat(255), password: 'p' }, 400],
    ['a password of 1,025 characters', { username: 'x', password: 'p'.repeat(1025) }, 400],
    ['a password of 10 MB', { username: 'x', password: 'p'.repeat(10_000_000) }, 413],
    ['NUL in the password', { username: 'x', password: 'p\0' }, 400],
    ['no password', { username: 'x' }, 400],
    ['an object as name', { username: { $ne: null }, password: 'p' }, 400],
  ])('rejects %s before any work', async (_, body, status) => {
    expect((await server().post(login, body)).status).toBe(status);
  });

  describe('with an access token', () => {
    test('both user routes return the caller', async () => {
      for (const path of ['/api/v1/auth/me', '/api/v1/user']) {
        const { body } = await server().reader.get(path);
        expect(body).toMatchObject({
          id: server().reader.userId,
          role: 'reader',
          lastLoginAt: expect.any(String),
        });
      }
    });

    test.each([
      ['a foreign token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
      ['an empty token', 'Bearer '],
      ['only the scheme', 'Bearer'],
      ['two', 'Bearer a b'],
      ['a name and a password', `Basic ${Buffer.from('admin:admin').toString('base64')}`],
    ])('%s is nobody', async (_, authorization) => {
      expect((await server().get('/api/v1/user', { authorization })).status).toBe(401);
    });

    test('the scheme is case-insensitive', async () => {
      const authorization = `bEARER ${server().reader.session.accessToken}`;
      expect((await server().get('/api/v1/user', { authorization })).status).toBe(200);
    });
  });
});

/** A separate server that the test may put under load. */
async function aServer(options: TestServerOptions = {}) {
  const waits: number[] = [];
  const logged: Record<string, unknown>[] = [];
  const hasher = createFastHasher();
  const server = await startTestServer({
    hasher,
    wait: async (ms) => waits.push(ms),
    onLogLine: (line) => logged.push(JSON.parse(line)),
    ...options,
    environment: {
      LECTERN_LOG_LEVEL: 'warn',
      LECTERN_SERVER_TRUST_PROXY: '127.0.0.1',
      ...options.environment,
    },
  });
  onTestFinished(() => server.stop());
  const { username, email, password } = server.reader;
  return {
    ...server,
    waits,
    logged,
    hasher,
    username,
    email,
    password,
    attempt: (body: object, address = '203.0.113.9', headers: Record<string, string> = {}) =>
      server.request('POST', login, { body, headers: { 'x-forwarded-for': address, ...headers } }),
  };
}

describe('failed sign-ins', () => {
  test('compute one hash for existing, disabled and missing accounts', async () => {
    const server = await aServer();
    const off = await signIn(server);
    await server.admin.patch(`/api/v1/users/${off.userId}`, { isActive: false });
    for (const username of [server.username, off.username, 'nobody', 'nobody@example.org']) {
      const before = server.hasher.count;
      expect((await server.attempt({ username, password: 'wrong' })).status).toBe(401);
      expect(server.hasher.count - before).toBe(1);
    }
  });

  test('are logged with address and request id, without the typed text', async () => {
    const server = await aServer();
    const typed = { username: 'my-secret-in-the-wrong-field', password: 'typed-password' };
    const unknown = await server.attempt(typed);
    const known = await server.attempt({ username: server.username, password: 'typed-password' });
    const lines = server.logged.filter(({ msg }) => msg === 'sign-in failed');
    expect(lines).toMatchObject([
      { address: '203.0.113.9', requestId: unknown.headers.get('x-request-id') },
      { requestId: known.headers.get('x-request-id'), userId: server.reader.userId },
    ]);
    expect(JSON.stringify(server.logged)).not.toMatch(/typed-password|my-secret/);
  });

  test('are slowed down, counting name and e-mail address together', async () => {
    const server = await aServer();
    for (let i = 0; i < 7; i++) {
      const username = i % 2 ? server.username : server.email;
      expect((await server.attempt({ username, password: 'wrong' })).status).toBe(401);
    }
    expect(server.waits).toHaveLength(2);
    expect(server.waits[0]).toBeGreaterThan(200);
    expect(server.waits[1]).toBeGreaterThan(server.waits[0] ?? 0);
  });

  test('are finally rejected with 429, regardless of the claimed addresses', async () => {
    const server = await aServer();
    const wrong = { username: server.username, password: 'wrong' };
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => server.attempt(wrong, `10.0.${i}.1, 203.0.113.${i}`)),
    );
    const refused = outcomes.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(31);
    expect(refused[0]?.body).toEqual({
      error: 'rate_limit_exceeded',
      message: expect.stringMatching(/wait \d+ seconds/),
      retry_after: Number(refused[0]?.headers.get('retry-after')),
    });
  });

  test('do not lock out the owner at a known address or on a known device', async () => {
    const server = await aServer();
    const right = { username: server.username, password: server.password };
    const first = await server.attempt(right, '192.0.2.1');
    const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('lectern_device='));
    const wrong = { ...right, password: 'wrong' };
    await Promise.all(Array.from({ length: 40 }, () => server.attempt(wrong)));
    expect((await server.attempt(right)).status).toBe(429);
    expect((await server.attempt(right, '192.0.2.1')).status).toBe(200);
    const cookie = device?.split(';')[0] ?? '';
    const forged = cookie.replace(/.{5}$/, 'AAAAA');
    expect((await server.attempt(right, '203.0.113.9', { cookie: forged })).status).toBe(429);
    expect((await server.attempt(right, '203.0.113.9', { cookie })).status).toBe(200);
  });

  test('gain nothing from the device cookie of another account', async () => {
    const server = await aServer();
    const thief = await signIn(server);
    const own = await server.attempt({ username: thief.username, password: thief.password });
    const cookie = own.headers.getSetCookie().join('; ');
    const wrong = { username: server.username, password: 'wrong' };
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => server.attempt(wrong, '203.0.113.9', { cookie })),
    );
    expect(outcomes.some(({ status }) => status === 429)).toBe(true);
    expect(server.waits.length).toBeGreaterThan(0);
  });
});

test('a school can sign in concurrently with real hashes, and a wrong password is still rejected', async () => {
  const server = await aServer({ hasher: argon2 });
  const pupils = await Promise.all(Array.from({ length: 30 }, () => signIn(server)));
  const outcomes = await Promise.all(
    pupils.map(({ username, password }) => server.attempt({ username, password })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(pupils.map(() => 200));
  const [{ username, password } = server.reader] = pupils;
  expect((await server.attempt({ username, password: `${password}x` })).status).toBe(401);
});

test('a hash with old parameters is renewed after a correct password, and only then', async () => {
  const used: string[] = [];
  let parameters: object | undefined = { memoryCost: 1024, timeCost: 1 };
  const server = await aServer({
    hasher: {
      hash: (password, options) => argon2.hash(password, parameters ?? options),
      async verify(stored, password) {
        used.push(stored);
        return argon2.verify(stored, password);
      },
    },
  });
  const { username, password } = server;
  parameters = undefined;
  used.length = 0;
  for (const typed of ['wrong', password, password]) await server.attempt({ username, password: typed });
  expect(used[0]).toContain('m=1024');
  expect(used[1]).toBe(used[0]);
  expect(used[2]).toContain('m=19456');
});

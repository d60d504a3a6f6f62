import type { ApiKey, CreatedApiKey } from '@lectern/contract/identity/api-keys';
import { rolePermissions } from '@lectern/contract/values';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { startTestServer, type TestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn, signInAgain } from '../../../../test/harness/sign-in.ts';

const keys = '/api/v1/api-keys';
const me = '/api/v1/user';

let nowMs = Date.now();
const minuteMs = 60_000;

withServer(
  'API keys',
  (server) => {
    const by = ({ key }: CreatedApiKey) => server().as({ 'x-api-key': key });
    /** Creates a user. The administrator signs in each time, because the tests advance the clock by hours. */
    const aUser = async (change = {}) =>
      signIn({ url: server().url, admin: await anAdmin(server()) }, change);

    describe('making', () => {
      test('returns the secret once', async () => {
        const user = await aUser();
        const { status, body, headers } = await user.post<CreatedApiKey>(keys, { name: ' phone ' });
        expect(status).toBe(201);
        expect(headers.get('cache-control')).toBe('no-store');
        const { key, ...shown } = body;
        expect(key).toMatch(/^lec_[\w-]{43}$/);
        expect(shown).toEqual({
          id: expect.any(String),
          userId: user.userId,
          name: 'phone',
          keyPrefix: key.slice(0, 12),
          permissions: expect.arrayContaining([...rolePermissions.reader]),
          isActive: true,
          expiresAt: null,
          lastUsedAt: null,
          createdAt: expect.any(String),
          updatedAt: body.createdAt,
        });
        expect((await user.get(`${keys}/${body.id}`)).body).toEqual(shown);
        const listed = await user.get(keys);
        expect(listed.bytes.toString()).not.toContain(key);
      });

      test('rejects an expiry in the past, also when a key is changed', async () => {
        const user = await aUser();
        const past = { expiresAt: new Date(nowMs).toISOString() };
        const refused = await user.post(keys, { name: 'k', ...past });
        expect(refused.status).toBe(400);
        expect(refused.body.details).toMatchObject({ issues: [{ path: 'body.expiresAt' }] });
        const ahead = { expiresAt: new Date(nowMs + minuteMs).toISOString() };
        const { id } = await makeKey(user, ahead);
        expect((await user.patch(`${keys}/${id}`, past)).status).toBe(400);
        nowMs += minuteMs;
        // The current value is accepted.
        expect((await user.patch(`${keys}/${id}`, { name: 'over', ...ahead })).status).toBe(200);
      });

      test.each([
        ['no name', {}, 'body.name'],
        ['a blank name', { name: ' ' }, 'body.name'],
        ['an unknown permission', { name: 'k', permissions: ['all'] }, 'body.permissions.0'],
        ['an invalid time of expiry', { name: 'k', expiresAt: 'tomorrow' }, 'body.expiresAt'],
      ])('rejects %s', async (_, body, path) => {
        const refused = await (await aUser()).post(keys, body);
        expect(refused.status).toBe(400);
        expect(refused.body.details).toMatchObject({ issues: [{ path }] });
      });
    });

    describe('calling', () => {
      test('a key authenticates as its owner', async () => {
        const user = await aUser();
        const given = await by(await makeKey(user)).get(me);
        expect(given.body.id).toBe(user.userId);
      });

      test.each(['', 'x', `lec_${'A'.repeat(43)}`, `lec_${'A'.repeat(42)}`, 'lec_%27', 'x'.repeat(10_000)])(
        '%j is nobody',
        async (key) => {
          expect((await server().get(me, { 'x-api-key': key })).status).toBe(401);
        },
      );

      test('a key has the permissions in its list that its owner still has', async () => {
        const user = await aUser({ permissions: ['users:read'] });
        const narrow = by(await makeKey(user, { permissions: ['books:read'] }));
        const wide = by(await makeKey(user, { permissions: ['users:read', 'system:admin'] }));
        const all = by(await makeKey(user));
        const statuses = () =>
          Promise.all([narrow, wide, all].map(async (key) => (await key.get('/api/v1/users')).status));
        expect(await statuses()).toEqual([403, 200, 200]);
        const admin = await anAdmin(server());
        await admin.patch(`/api/v1/users/${user.userId}`, { permissions: [] });
        expect(await statuses()).toEqual([403, 403, 403]);
        await admin.patch(`/api/v1/users/${user.userId}`, { role: 'admin' });
        expect(await statuses()).toEqual([403, 200, 200]);
      });

      test('a disabled or deleted key is rejected immediately', async () => {
        const user = await aUser();
        const made = await makeKey(user);
        const key = by(made);
        expect((await key.get(me)).status).toBe(200);
        await user.patch(`${keys}/${made.id}`, { isActive: false });
        expect((await key.get(me)).status).toBe(401);
        await user.patch(`${keys}/${made.id}`, { isActive: true });
        expect((await key.get(me)).status).toBe(200);
        expect((await user.delete(`${keys}/${made.id}`)).status).toBe(204);
        expect((await key.get(me)).status).toBe(401);
        expect((await user.get(`${keys}/${made.id}`)).status).toBe(404);
      });

      test('the keys of a disabled or deleted user are rejected immediately', async () => {
        const user = await aUser();
        const key = by(await makeKey(user));
        const admin = await anAdmin(server());
        expect((await key.get(me)).status).toBe(200);
        await admin.patch(`/api/v1/users/${user.userId}`, { isActive: false });
        expect((await key.get(me)).status).toBe(401);
        await admin.patch(`/api/v1/users/${user.userId}`, { isActive: true });
        expect((await key.get(me)).status).toBe(200);
        await admin.delete(`/api/v1/users/${user.userId}`);
        expect((await key.get(me)).status).toBe(401);
      });

      test('a key survives a password change, because it is a separate credential', async () => {
        const user = await aUser();
        const key = by(await makeKey(user));
        await user.put('/api/v1/user/password', {
          currentPassword: user.password,
          newPassword: 'x'.repeat(9),
        });
        expect((await key.get(me)).status).toBe(200);
      });

      test('a key expires', async () => {
        const user = await aUser();
        const expiresAt = new Date(nowMs + 500).toISOString();
        const made = await makeKey(user, { expiresAt });
        expect(made.expiresAt).toBe(expiresAt);
        expect((await by(made).get(me)).status).toBe(200);
        nowMs += 500;
        expect((await by(made).get(me)).status).toBe(401);
        await user.patch(`${keys}/${made.id}`, { expiresAt: null });
        expect((await by(made).get(me)).status).toBe(200);
      });

      test('the last use is recorded at most once a minute', async () => {
        const user = await aUser();
        const made = await makeKey(user);
        const lastUsed = async () => (await user.get<ApiKey>(`${keys}/${made.id}`)).body.lastUsedAt;
        const first = new Date(nowMs).toISOString();
        await by(made).get(me);
        await expect.poll(lastUsed).toBe(first);
        nowMs += minuteMs / 2;
        await by(made).get(me);
        expect(await lastUsed()).toBe(first);
        nowMs += minuteMs / 2;
        await by(made).get(me);
        await expect.poll(lastUsed).toBe(new Date(nowMs).toISOString());
      });
    });

    describe('changing', () => {
      test('omitted fields are unchanged, and an equal value changes nothing', async () => {
        const user = await aUser();
        const { key: _, ...made } = await makeKey(user, { permissions: ['pages:read', 'books:read'] });
        expect(made.permissions).toEqual(['books:read', 'pages:read']);
        nowMs += 5;
        const same = await user.patch(`${keys}/${made.id}`, {
          name: 'a key',
          permissions: ['books:read', 'pages:read'],
        });
        expect(same.body).toEqual(made);
        const { body } = await user.patch<ApiKey>(`${keys}/${made.id}`, { name: 'tablet', permissions: [] });
        expect(body).toEqual({ ...made, name: 'tablet', permissions: [], updatedAt: body.updatedAt });
        expect(body.updatedAt > made.updatedAt).toBe(true);
      });
    });

    describe('of other users', () => {
      test('do not exist for a reader', async () => {
        const owner = await aUser();
        const other = await aUser({ role: 'maintainer' });
        const { id } = await makeKey(owner);
        expect((await other.get(`${keys}/${id}`)).status).toBe(404);
        expect((await other.patch(`${keys}/${id}`, { name: 'mine' })).status).toBe(404);
        expect((await other.delete(`${keys}/${id}`)).status).toBe(404);
        expect((await other.get(keys)).body).toMatchObject({ total: 0, data: [] });
        expect((await other.get(`${keys}?userId=${owner.userId}`)).status).toBe(403);
        expect((await other.get(`${keys}?userId=all`)).status).toBe(403);
        expect((await owner.get(`${keys}?userId=${owner.userId}`)).body.total).toBe(1);
        expect((await owner.get(`${keys}/${id}`)).status).toBe(200);
      });

      test('can be listed, disabled and deleted by an administrator', async () => {
        const owner = await aUser();
        const made = await makeKey(owner);
        const admin = await anAdmin(server());
        const listed = await admin.get<{ data: ApiKey[] }>(`${keys}?userId=${owner.userId}`);
        expect(listed.body.data.map(({ id }) => id)).toEqual([made.id]);
        const all = await admin.get<{ data: ApiKey[] }>(`${keys}?userId=all&pageSize=500`);
        expect(all.body.data.some(({ id }) => id === made.id)).toBe(true);
        expect((await admin.get<{ data: ApiKey[] }>(keys)).body.data.some(({ id }) => id === made.id)).toBe(
          false,
        );
        expect((await admin.patch(`${keys}/${made.id}`, { isActive: false })).status).toBe(200);
        expect((await by(made).get(me)).status).toBe(401);
        expect((await admin.delete(`${keys}/${made.id}`)).status).toBe(204);
      });

      test.each(['userId=everybody', 'userId=', 'page=0'])('?%s returns 400', async (query) => {
        expect((await (await anAdmin(server())).get(`${keys}?${query}`)).status).toBe(400);
      });
    });
  },
  { clock: () => nowMs },
);

const anAdmin = (server: TestServer) => signInAgain(server, server.admin);

test('the log contains no key, token or password', async () => {
  const lines: string[] = [];
  const server = await startTestServer({
    environment: { LECTERN_LOG_LEVEL: 'trace' },
    onLogLine: (line) => lines.push(line),
  });
  const { body } = await server.reader.post<CreatedApiKey>(keys, { name: 'k' });
  await server.get(me, { 'x-api-key': body.key });
  await server.get(me, { 'x-api-key': `${body.key}x` });
  await server.post('/api/v1/auth/login', { username: server.reader.username, password: 'a wrong password' });
  await server.post('/api/v1/auth/refresh', { refreshToken: 'a wrong token' });
  const { session, password, cookie } = server.reader;
  await server.stop();
  const secrets = [body.key, session.accessToken, session.refreshToken, password, cookie, 'a wrong'];
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  expect(lines.join('\n')).toContain('sign-in failed');
});

test('a user has at most five hundred keys', async () => {
  const server = await startTestServer();
  const make = () => server.reader.post(keys, { name: 'k' });
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 50 }, make));
  const refused = await make();
  expect(refused.status).toBe(409);
  expect(refused.body.error).toBe('conflict');
  expect((await server.reader.get(`${keys}?pageSize=1`)).body.total).toBe(500);
  await server.stop();
});

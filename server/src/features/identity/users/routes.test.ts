import type { User } from '@lectern/contract/identity/users';
import { rolePermissions } from '@lectern/contract/values';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';
import { aPerson, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';

const users = '/api/v1/users';
const nobodyId = '01890000-0000-7000-8000-000000000000';

withServer('users', (server) => {
  const make = async (change = {}) =>
    (await server().admin.post<User>(users, { ...aPerson(), ...change })).body;

  describe('making', () => {
    test('returns the created user without secrets', async () => {
      const wanted = aPerson({ role: 'maintainer' });
      const { status, body } = await server().admin.post<User>(users, wanted);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        username: wanted.username,
        email: wanted.email,
        role: 'maintainer',
        permissions: expect.any(Array),
        isActive: true,
        emailVerified: false,
        lastLoginAt: null,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updatedAt: body.createdAt,
      });
      expect(new Set(body.permissions)).toEqual(new Set(rolePermissions.maintainer));
    });

    test('creates users without an e-mail address, and removes the address of a user', async () => {
      const { email: _, ...wanted } = aPerson();
      const { status, body } = await server().admin.post<User>(users, wanted);
      expect([status, body.email]).toEqual([201, `${body.id}@no-address.invalid`]);
      const update = async (email: string | null) =>
        (await server().admin.patch<User>(`${users}/${body.id}`, { email })).body.email;
      const address = `${wanted.username}@example.org`;
      expect(await update(address)).toBe(address);
      expect(await update(null)).toBe(body.email);
    });

    test('creates a reader by default', async () => {
      const { role: _, ...wanted } = aPerson();
      expect((await server().admin.post<User>(users, wanted)).body.role).toBe('reader');
    });

    test.each([
      ['the same name', 'username', (name: string) => ({ username: name })],
      ['the same name in capitals', 'username', (name: string) => ({ username: name.toUpperCase() })],
      [
        'the same name in full-width letters',
        'username',
        (name: string) => ({ username: `ｐ${name.slice(1)}` }),
      ],
      ['the same address in capitals', 'email', (name: string) => ({ email: `${name}@EXAMPLE.org` })],
    ])('%s returns a conflict that names the field', async (_, field, change) => {
      const { username } = await make();
      const { status, body } = await server().admin.post(users, { ...aPerson(), ...change(username) });
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: 'conflict', details: { field } });
    });

    test.each([
      ['an empty name', { username: ' ' }, 'body.username'],
      ['a name of 65 characters', { username: 'x'.repeat(65) }, 'body.username'],
      ['a name with a line break', { username: 'a\nb' }, 'body.username'],
      ['a name with a bidirectional override', { username: 'a\u202eb' }, 'body.username'],
      ['an invisible name', { username: '\u200b' }, 'body.username'],
      ['the e-mail address of another user as a name', { username: 'x@example.org' }, 'body.username'],
      ['an address without @', { email: 'example.org' }, 'body.email'],
      ['a password of 7 characters', { password: '1234567' }, 'body.password'],
      ['a password of 1,025 characters', { password: 'x'.repeat(1025) }, 'body.password'],
      ['an unknown role', { role: 'owner' }, 'body.role'],
      ['an unknown permission', { permissions: ['books:burn'] }, 'body.permissions.0'],
    ])('%s is refused', async (_, change, path) => {
      const { status, body } = await server().admin.post(users, { ...aPerson(), ...change });
      expect(status).toBe(400);
      expect(body.details).toEqual({ issues: [expect.objectContaining({ path })] });
    });

    test("permissions consist of the role's and the extra ones; one that the role includes is not extra", async () => {
      const user = await make({ permissions: ['books:read', 'tasks:read', 'tasks:read'] });
      expect(new Set(user.permissions)).toEqual(new Set([...rolePermissions.reader, 'tasks:read']));
      const up = await server().admin.patch<User>(`${users}/${user.id}`, { role: 'maintainer' });
      expect(up.body.permissions).toHaveLength(rolePermissions.maintainer.length);
      const none = await server().admin.patch<User>(`${users}/${user.id}`, {
        role: 'reader',
        permissions: [],
      });
      expect(new Set(none.body.permissions)).toEqual(new Set(rolePermissions.reader));
    });
  });

  describe('reading', () => {
    test('the list is paginated, ordered by name, and contains every user once', async () => {
      await make({ username: 'Zora' });
      await make({ username: 'adam' });
      const all = await server().admin.get<{ data: User[]; total: number }>(`${users}?pageSize=500`);
      const names = all.body.data.map(({ username }) => username.toLowerCase());
      expect(names).toEqual([...names].sort());
      const pages: string[] = [];
      for (let page = 1; page <= all.body.total; page++) {
        const one = await server().admin.get<{ data: User[]; links: { next?: string } }>(
          `${users}?page=${page}&pageSize=1`,
        );
        pages.push(...one.body.data.map(({ id }) => id));
        expect(one.body.links.next !== undefined).toBe(page < all.body.total);
      }
      expect(pages).toEqual(all.body.data.map(({ id }) => id));
    });

    test('a page far past the end is empty', async () => {
      const { status, body } = await server().admin.get(
        `${users}?page=${Number.MAX_SAFE_INTEGER}&pageSize=500`,
      );
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
    });

    test('the ETag of a user changes with the user', async () => {
      const { id } = await make();
      const { headers } = await server().admin.get(`${users}/${id}`);
      const condition = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await server().admin.get(`${users}/${id}`, condition)).status).toBe(304);
      await server().admin.patch(`${users}/${id}`, { email: 'new@example.net' });
      expect((await server().admin.get(`${users}/${id}`, condition)).status).toBe(200);
    });

    test.each(['GET', 'PATCH', 'DELETE'])('%s of a missing user returns 404', async (method) => {
      for (const id of [nobodyId, 'no-uuid']) {
        const options = method === 'PATCH' ? { body: {} } : {};
        expect((await server().admin.request(method, `${users}/${id}`, options)).status).toBe(404);
      }
    });
  });

  describe('changing', () => {
    test('omitted fields are unchanged, and an equal value changes nothing', async () => {
      const user = await make({ permissions: ['tasks:read'] });
      const same = await server().admin.patch<User>(`${users}/${user.id}`, {
        role: 'reader',
        isActive: true,
      });
      expect(same.body).toEqual(user);
      const { body } = await server().admin.patch<User>(`${users}/${user.id}`, {
        username: `${user.username}!`,
      });
      expect(body).toEqual({ ...user, username: `${user.username}!`, updatedAt: body.updatedAt });
    });

    test('a name may change its case, but must not equal that of another user', async () => {
      const one = await make();
      const two = await make();
      const path = `${users}/${one.id}`;
      expect((await server().admin.patch(path, { username: one.username.toUpperCase() })).status).toBe(200);
      expect((await server().admin.patch(path, { username: two.username })).status).toBe(409);
      expect((await server().admin.patch(path, { email: two.email.toUpperCase() })).status).toBe(409);
    });

    test('a new password ends all sessions of the user', async () => {
      const user = await signIn(server());
      const again = await signInAgain(server(), user);
      expect((await user.get('/api/v1/user')).status).toBe(200);
      await server().admin.patch(`${users}/${user.userId}`, { password: 'another password' });
      for (const session of [user, again]) {
        expect((await session.get('/api/v1/user')).status).toBe(401);
        const { refreshToken } = session.session;
        expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
      }
      await signInAgain(server(), { ...user, password: 'another password' });
    });

    test('a disabled user is signed out immediately, and stays signed out when enabled again', async () => {
      const user = await signIn(server());
      await server().admin.patch(`${users}/${user.userId}`, { isActive: false });
      expect((await user.get('/api/v1/user')).status).toBe(401);
      expect((await server().post('/api/v1/auth/login', user)).status).toBe(401);
      await server().admin.patch(`${users}/${user.userId}`, { isActive: true });
      expect((await user.get('/api/v1/user')).status).toBe(401);
      await signInAgain(server(), user);
    });

    test('a role takes effect immediately and ends no session', async () => {
      const user = await signIn(server());
      expect((await user.get(users)).status).toBe(403);
      await server().admin.patch(`${users}/${user.userId}`, { role: 'admin' });
      expect((await user.get(users)).status).toBe(200);
      await server().admin.patch(`${users}/${user.userId}`, { role: 'maintainer' });
      expect((await user.get(users)).status).toBe(403);
    });

    test('a deleted user is gone, including their sessions', async () => {
      const user = await signIn(server());
      expect((await server().admin.delete(`${users}/${user.userId}`)).status).toBe(204);
      expect((await user.get('/api/v1/user')).status).toBe(401);
      expect((await server().admin.get(`${users}/${user.userId}`)).status).toBe(404);
      expect((await server().admin.delete(`${users}/${user.userId}`)).status).toBe(404);
    });
  });

  describe('restrictions', () => {
    test('a new user sees everything', async () => {
      const { body } = await server().admin.get(`${users}/${server().reader.userId}/restrictions`);
      expect(body).toEqual({
        sharedLibraryIds: [],
        sharingTags: [],
        maxAgeRating: null,
        allowUnrated: true,
      });
    });

    test('unknown libraries are reported', async () => {
      const path = `${users}/${server().reader.userId}/restrictions`;
      const { status, body } = await server().admin.put(path, { sharedLibraryIds: [nobodyId] });
      expect(status).toBe(400);
      expect(body.details).toEqual({
        issues: [
          {
            path: 'body.sharedLibraryIds.0',
            message: 'This library does not exist.',
            code: 'no_such_library',
          },
        ],
      });
    });

    test('unknown restrictions are ignored, and a missing user has none', async () => {
      const path = `${users}/${server().reader.userId}/restrictions`;
      const { status, body } = await server().admin.put(path, { sharedLibraryIds: [], maxHours: 12 });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('maxHours');
      expect((await server().admin.get(`${users}/${nobodyId}/restrictions`)).status).toBe(404);
    });

    test('setting equal restrictions changes nothing', async () => {
      const { id, updatedAt } = await make();
      const path = `${users}/${id}/restrictions`;
      expect((await server().admin.put(path, { sharedLibraryIds: [] })).status).toBe(200);
      expect((await server().admin.get(`${users}/${id}`)).body.updatedAt).toBe(updatedAt);
    });
  });
});

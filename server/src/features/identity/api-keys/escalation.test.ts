import type { CreatedApiKey } from '@lectern/contract/identity/api-keys';
import type { Permission } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { aPerson, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';

const keys = '/api/v1/api-keys';
const me = '/api/v1/user';

withServer(
  'a caller with an API key',
  (server) => {
    const by = ({ key }: CreatedApiKey) => server().as({ 'x-api-key': key });
    const startMs = Date.now();
    const at = (ms: number) => new Date(startMs + ms).toISOString();
    const adminKey = async (permissions: Permission[], more: object = {}) =>
      by(await makeKey(server().admin, { permissions, ...more }));
    const own: Permission[] = ['api-keys:read', 'api-keys:write', 'books:read'];

    test('makes no key, which would outlive it', async () => {
      const key = await adminKey(own, { expiresAt: at(3_600_000) });
      for (const wanted of [{}, { permissions: ['books:read'] }, { expiresAt: at(3_600_000) }]) {
        const { status, body } = await key.post(keys, { name: 'k', ...wanted });
        expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
      }
    });

    test('neither widens, prolongs nor enables a key that another program may hold', async () => {
      const { admin } = server();
      const key = await adminKey(own);
      const { id } = await makeKey(admin, { permissions: ['books:read'], expiresAt: at(3_600_000) });
      const path = `${keys}/${id}`;
      for (const wanted of [{ permissions: own }, { expiresAt: null }]) {
        const { status, body } = await key.patch(path, wanted);
        expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
      }
      expect((await key.patch(path, { isActive: false })).status).toBe(200);
      expect((await key.patch(path, { isActive: true })).status).toBe(403);
      expect((await admin.patch(path, { isActive: true, permissions: own })).status).toBe(200);
    });

    test('cannot extend itself or another key, or change a key with more permissions', async () => {
      const { admin } = server();
      const made = await makeKey(admin, {
        permissions: own,
        expiresAt: at(3_600_000),
      });
      const wider = await makeKey(admin);
      const key = by(made);
      const path = `${keys}/${made.id}`;
      expect((await key.patch(path, { permissions: [...own, 'users:write'] })).status).toBe(403);
      expect((await key.patch(path, { expiresAt: null })).status).toBe(403);
      expect((await key.patch(`${keys}/${wider.id}`, { isActive: false })).status).toBe(403);
      const endless = by(await makeKey(admin, { permissions: own }));
      expect((await endless.patch(`${keys}/${wider.id}`, { permissions: own })).status).toBe(403);
      expect((await key.patch(path, { name: 'renamed', permissions: ['api-keys:write'] })).status).toBe(200);
    });

    test('needs the permission for keys', async () => {
      const key = await adminKey(['books:read']);
      expect((await key.get(keys)).status).toBe(403);
      expect((await key.post(keys, { name: 'k' })).status).toBe(403);
    });

    test('cannot change any password', async () => {
      const { admin } = server();
      const key = by(await makeKey(admin));
      const passwords = { currentPassword: admin.password, newPassword: admin.password };
      expect((await key.put('/api/v1/user/password', passwords)).status).toBe(403);
      for (const { userId } of [admin, await signIn(server())])
        expect((await key.patch(`/api/v1/users/${userId}`, { password: 'x'.repeat(9) })).status).toBe(403);
      await signInAgain(server(), admin);
    });

    test('cannot change an e-mail address, which a sign-in provider uses to find the account', async () => {
      const key = by(await makeKey(server().admin));
      const { userId, email } = await signIn(server());
      const path = `/api/v1/users/${userId}`;
      expect((await key.patch(path, { email: 'other@example.org' })).status).toBe(403);
      expect((await key.patch(path, { email, username: 'renamed-by-key' })).status).toBe(200);
    });

    test('can neither create an account, whose password would outlive the key, nor change an account with more permissions', async () => {
      const key = await adminKey(['users:read', 'users:write']);
      for (const person of [aPerson(), aPerson({ role: 'admin' })]) {
        const { status, body } = await key.post('/api/v1/users', person);
        expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
      }
      const { userId } = await signIn(server());
      expect((await key.patch(`/api/v1/users/${userId}`, { isActive: false })).status).toBe(200);
      expect((await key.patch(`/api/v1/users/${server().admin.userId}`, { isActive: false })).status).toBe(
        403,
      );
    });

    test('cannot create an account through the compatibility API, with the key in a header, in Basic authentication or in a session', async () => {
      const { key } = await makeKey(server().admin);
      const byHeader = server().as({ 'x-api-key': key, 'x-auth-token': '' });
      const session = (await byHeader.get('/compat/api/v2/users/me')).headers.get('x-auth-token');
      expect(session).toBeTruthy();
      const path = '/compat/api/v2/users';
      const body = { email: 'by-key@example.org', password: 'x'.repeat(9), roles: ['ADMIN'] };
      const basic = Buffer.from(`any:${key}`).toString('base64');
      for (const client of [
        server().as({ 'x-api-key': key }),
        server().as({ authorization: `Basic ${basic}` }),
        server().as({ 'x-auth-token': session ?? '' }),
      ]) {
        expect((await client.get(path)).status).toBe(200);
        expect((await client.post(path, body)).status).toBe(403);
      }
      const { userId } = await signIn(server());
      for (const id of ['me', userId])
        expect((await byHeader.patch(`${path}/${id}/password`, { password: 'x'.repeat(9) })).status).toBe(
          403,
        );
      expect((await byHeader.patch(`${path}/${userId}`, { roles: ['ADMIN'] })).status).toBe(403);
      expect((await server().admin.post(path, body)).status).toBe(201);
    });

    test('signs out without ending a session', async () => {
      const user = await signIn(server());
      const key = by(await makeKey(user));
      expect((await key.post('/api/v1/auth/logout')).status).toBe(204);
      expect((await user.get(me)).status).toBe(200);
      expect((await key.get(me)).status).toBe(200);
    });

    test('can write from any origin, because browsers never send a key automatically', async () => {
      const key = by(await makeKey(await signIn(server())));
      const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
      expect((await key.request('POST', '/api/v1/auth/logout', { headers })).status).toBe(204);
    });
  },
  { environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);

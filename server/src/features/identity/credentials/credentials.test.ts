import { hash } from 'node:crypto';
import type { Credential } from '@lectern/contract/identity/credentials';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';

withServer('credentials of programs and devices', (server) => {
  /** Creates a user with one credential of each kind, and requests that use them. */
  async function aReader(more: object = {}) {
    const user = await signIn(server(), more);
    const { key } = await makeKey(user, { name: 'a program' });
    const koreader = await user.post<{ password: string }>('/api/v1/user/koreader', { name: 'an e-reader' });
    const kobo = await user.post<{ apiEndpoint: string }>('/api/v1/user/kobo', { name: 'Libra' });
    expect([koreader.status, kobo.status]).toEqual([201, 201]);
    const digest = hash('md5', koreader.body.password, 'hex');
    const answers = async () => [
      (await server().get('/api/v1/user', { 'x-api-key': key })).status,
      (await server().get('/koreader/users/auth', { 'x-auth-user': user.username, 'x-auth-key': digest }))
        .status,
      (await fetch(`${kobo.body.apiEndpoint}/v1/initialization`)).status,
      (await user.get('/api/v1/user')).status,
    ];
    expect(await answers()).toEqual([200, 200, 200, 200]);
    return { user, answers };
  }

  const pathOf = ({ userId }: SignedIn) => `/api/v1/users/${userId}/credentials`;
  const list = async (user: SignedIn) => (await server().admin.get<Credential[]>(pathOf(user))).body;
  const newPassword = 'another password';

  describe('when the password changes', () => {
    test('stay valid unless all of them are to be revoked', async () => {
      const { user, answers } = await aReader();
      const path = '/api/v1/user/password';
      const first = { currentPassword: user.password, newPassword };
      expect((await user.put(path, first)).status).toBe(204);
      expect(await answers()).toEqual([200, 200, 200, 200]);
      const second = { currentPassword: newPassword, newPassword: user.password, endEverything: true };
      expect((await user.put(path, { ...second, currentPassword: 'wrong' })).status).toBe(403);
      expect(await answers()).toEqual([200, 200, 200, 200]);
      expect((await user.put(path, second)).status).toBe(204);
      expect(await answers()).toEqual([401, 401, 401, 200]);
      expect(await list(user)).toEqual([]);
    });

    test('stay valid or are revoked if an administrator sets the password', async () => {
      const { user, answers } = await aReader();
      const other = await aReader();
      const path = `/api/v1/users/${user.userId}`;
      expect((await server().admin.patch(path, { password: newPassword })).status).toBe(200);
      expect(await answers()).toEqual([200, 200, 200, 401]);
      expect((await server().admin.patch(path, { endEverything: true })).status).toBe(200);
      expect(await answers()).toEqual([401, 401, 401, 401]);
      expect(await other.answers()).toEqual([200, 200, 200, 200]);
    });
  });

  test('are listed without secrets, and revoked one by one or together', async () => {
    const { user, answers } = await aReader();
    const listed = await list(user);
    expect(listed.map(({ kind, name }) => [kind, name])).toEqual([
      ['api_key', 'a program'],
      ['koreader', 'an e-reader'],
      ['kobo', 'Libra'],
    ]);
    const idOf = (kind: string) => listed.find((one) => one.kind === kind)?.id;
    expect((await server().admin.delete(`${pathOf(user)}/${idOf('koreader')}`)).status).toBe(204);
    expect(await answers()).toEqual([200, 401, 200, 200]);
    expect((await server().admin.delete(`${pathOf(user)}/${idOf('koreader')}`)).status).toBe(404);
    expect((await server().admin.delete(pathOf(user))).status).toBe(204);
    expect(await answers()).toEqual([401, 401, 401, 401]);
  });

  test('can only be managed by users with more permissions than the account', async () => {
    const { user, answers } = await aReader();
    const [first] = await list(user);
    const reader = await signIn(server());
    const manager = await signIn(server(), { permissions: ['users:write'] });
    const peer = await aReader({ permissions: ['users:write'] });
    const { admin } = server();
    const ask = async (one: SignedIn, of: SignedIn) => [
      (await one.get(pathOf(of))).status,
      (await one.delete(`${pathOf(of)}/${first?.id}`)).status,
    ];
    expect(await ask(reader, user)).toEqual([403, 403]);
    expect(await ask(manager, peer.user)).toEqual([403, 403]);
    expect((await manager.delete(pathOf(peer.user))).status).toBe(403);
    expect((await manager.delete(pathOf(admin))).status).toBe(403);
    expect(await answers()).toEqual([200, 200, 200, 200]);
    expect(await peer.answers()).toEqual([200, 200, 200, 200]);
    expect(await ask(manager, user)).toEqual([200, 204]);
    expect(await answers()).toEqual([401, 200, 200, 200]);
    // An id of another user does not exist under this account.
    const [theirs] = await list(peer.user);
    expect((await admin.delete(`${pathOf(user)}/${theirs?.id}`)).status).toBe(404);
    expect((await admin.get(`/api/v1/users/${first?.id}/credentials`)).status).toBe(404);
  });
});

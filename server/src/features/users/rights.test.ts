import type { User } from '@lectern/contract/users';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, startEmptyServer, startRival } from '../../../test/harness/server.ts';
import { aPerson, initialize, signIn } from '../../../test/harness/sign-in.ts';

const users = '/api/v1/users';

onBothDatabases('managing users', (server) => {
  describe('rights', () => {
    test.each(['reader', 'maintainer'] as const)(
      'case 72: a %s may do none of this, to anybody, nor raise their own role',
      async (role) => {
        const user = await signIn(server(), { role });
        const path = `${users}/${user.userId}`;
        expect((await user.get(users)).status).toBe(403);
        expect((await user.post(users, aPerson())).status).toBe(403);
        expect((await user.patch(path, { role: 'admin' })).status).toBe(403);
        expect((await user.delete(path)).status).toBe(403);
        expect((await user.put(`${path}/restrictions`, { sharedLibraryIds: [] })).status).toBe(403);
      },
    );

    test('case 72: who may write users makes readers, but gives nobody rights that they lack', async () => {
      const clerk = await signIn(server(), { permissions: ['users:read', 'users:write', 'users:delete'] });
      const { status, body } = await clerk.post<User>(users, aPerson());
      expect(status).toBe(201);
      expect((await clerk.post(users, aPerson({ role: 'admin' }))).status).toBe(403);
      expect((await clerk.post(users, aPerson({ permissions: ['system:admin'] }))).status).toBe(403);
      expect((await clerk.patch(`${users}/${body.id}`, { role: 'maintainer' })).status).toBe(403);
      expect((await clerk.patch(`${users}/${body.id}`, { permissions: ['users:read'] })).status).toBe(200);
      expect((await clerk.patch(`${users}/${clerk.userId}`, { role: 'admin' })).status).toBe(403);
    });

    test('case 72: who may write users takes over nobody who may do more', async () => {
      const clerk = await signIn(server(), { permissions: ['users:read', 'users:write', 'users:delete'] });
      const boss = await signIn(server(), { role: 'admin' });
      const path = `${users}/${boss.userId}`;
      expect((await clerk.patch(path, { password: 'mine from now on' })).status).toBe(403);
      expect((await clerk.patch(path, { isActive: false })).status).toBe(403);
      expect((await clerk.patch(path, { role: 'reader', permissions: [] })).status).toBe(403);
      expect((await clerk.delete(path)).status).toBe(403);
      expect((await clerk.put(`${path}/restrictions`, { sharedLibraryIds: [] })).status).toBe(403);
    });
  });

  describe('the last active administrator', () => {
    const aLoneAdmin = async () => {
      const empty = await startEmptyServer({ kind: server().kind });
      return { empty, admin: await initialize(empty) };
    };

    test('case 72: can neither be removed, demoted nor disabled', async () => {
      const { empty, admin } = await aLoneAdmin();
      const off = await signIn({ url: empty.url, admin }, { role: 'admin' });
      await admin.patch(`${users}/${off.userId}`, { isActive: false });
      const path = `${users}/${admin.userId}`;
      for (const refused of [
        await admin.delete(path),
        await admin.patch(path, { role: 'maintainer' }),
        await admin.patch(path, { isActive: false }),
      ]) {
        expect(refused.status).toBe(409);
        expect(refused.body.error).toBe('conflict');
      }
      expect((await admin.patch(path, { isActive: true, role: 'admin' })).status).toBe(200);
      await empty.stop();
    });

    test('case 72: is left over when the last two step down at once, in two processes', async () => {
      const { empty, admin } = await aLoneAdmin();
      const second = await startRival(empty);
      const other = await signIn({ url: empty.url, admin }, { role: 'admin' });
      const both = [admin, second.as({ authorization: `Bearer ${other.session.accessToken}` })];
      const paths = [admin, other].map(({ userId }) => `${users}/${userId}`);
      for (let round = 0; round < 10; round++) {
        const given = await Promise.all(both.map((one, i) => one.patch(paths[i] ?? '', { role: 'reader' })));
        expect(given.map(({ status }) => status).sort()).toEqual([200, 409]);
        const left = given.findIndex(({ status }) => status === 409);
        await both[left]?.patch(paths[1 - left] ?? '', { role: 'admin' });
        await expect.poll(async () => (await both[1 - left]?.get(users))?.status).toBe(200);
      }
      await second.stop();
      await empty.stop();
    });
  });
});

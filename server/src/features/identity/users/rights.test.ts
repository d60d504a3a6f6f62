import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@lectern/contract/identity/users';
import type { Permission } from '@lectern/contract/values';
import { describe, expect, test } from 'vitest';
import { startEmptyServer, startRival, withServer } from '../../../../test/harness/server.ts';
import { aPerson, initialize, signIn } from '../../../../test/harness/sign-in.ts';

const users = '/api/v1/users';

withServer('managing users', (server) => {
  describe('rights', () => {
    test.each(['reader', 'maintainer'] as const)(
      'a %s cannot manage any user, nor raise their own role',
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

    test('a user with users:write creates readers, but grants no permissions that they lack', async () => {
      const clerk = await signIn(server(), { permissions: ['users:read', 'users:write', 'users:delete'] });
      const { status, body } = await clerk.post<User>(users, aPerson());
      expect(status).toBe(201);
      expect((await clerk.post(users, aPerson({ role: 'admin' }))).status).toBe(403);
      expect((await clerk.post(users, aPerson({ permissions: ['system:admin'] }))).status).toBe(403);
      expect((await clerk.patch(`${users}/${body.id}`, { role: 'maintainer' })).status).toBe(403);
      expect((await clerk.patch(`${users}/${body.id}`, { permissions: ['users:read'] })).status).toBe(200);
      expect((await clerk.patch(`${users}/${clerk.userId}`, { role: 'admin' })).status).toBe(403);
    });

    test('a user with users:write cannot take over an account with more permissions', async () => {
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

  describe('a clerk: users:write without administrator rights', () => {
    const rights: Permission[] = ['users:read', 'users:write', 'users:delete'];
    const aClerk = () => signIn(server(), { permissions: rights });
    const limitsOf = (id: string) => `${users}/${id}/restrictions`;
    const noLimits = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: null, allowUnrated: true };
    const aLimitedClerk = async () => {
      const clerk = await aClerk();
      const { body: library } = await server().admin.post<{ id: string }>('/api/v1/libraries', {
        name: clerk.username,
        path: mkdtempSync(join(server().folder, 'seen-')),
      });
      const { body: tag } = await server().admin.post<{ id: string }>('/api/v1/admin/sharing-tags', {
        name: clerk.userId,
      });
      const limits = {
        sharedLibraryIds: [library.id],
        sharingTags: [{ tagId: tag.id, access: 'deny' }],
        maxAgeRating: 12,
        allowUnrated: false,
      };
      expect((await server().admin.put(limitsOf(clerk.userId), limits)).status).toBe(200);
      return { clerk, limits };
    };

    test('cannot manage accounts with the same permissions, except their own', async () => {
      const clerk = await aClerk();
      const other = await aClerk();
      const path = `${users}/${other.userId}`;
      expect((await clerk.patch(path, { password: 'mine from now on' })).status).toBe(403);
      expect((await clerk.patch(path, { isActive: false })).status).toBe(403);
      expect((await clerk.put(limitsOf(other.userId), noLimits)).status).toBe(403);
      expect((await clerk.delete(path)).status).toBe(403);
      expect(
        (await clerk.patch(`${users}/${clerk.userId}`, { username: `${clerk.username}-2` })).status,
      ).toBe(200);
    });

    test('with restrictions cannot lift them, for themselves or for a reader', async () => {
      const { clerk, limits } = await aLimitedClerk();
      const wider = [
        noLimits,
        { ...limits, sharedLibraryIds: [] },
        { ...limits, sharingTags: [] },
        { ...limits, maxAgeRating: 13 },
        { ...limits, maxAgeRating: null },
        { ...limits, allowUnrated: true },
      ];
      const { body: made } = await clerk.post<User>(users, aPerson());
      for (const id of [made.id, clerk.userId]) {
        expect((await server().admin.get(limitsOf(id))).body).toEqual(limits);
        for (const body of wider) expect((await clerk.put(limitsOf(id), body)).status).toBe(403);
        expect((await clerk.put(limitsOf(id), { ...limits, maxAgeRating: 6 })).status).toBe(200);
      }
    });

    test('with restrictions cannot take over a user who sees more, and learns of no hidden library', async () => {
      const { clerk, limits } = await aLimitedClerk();
      const reader = await signIn(server());
      const path = `${users}/${reader.userId}`;
      expect((await clerk.patch(path, { password: 'mine from now on' })).status).toBe(403);
      expect((await clerk.delete(path)).status).toBe(403);
      expect((await clerk.put(limitsOf(reader.userId), limits)).status).toBe(403);
      const { body: made } = await clerk.post<User>(users, aPerson());
      const { body: hidden } = await server().admin.post<{ id: string }>('/api/v1/libraries', {
        name: reader.username,
        path: mkdtempSync(join(server().folder, 'hidden-')),
      });
      const given = await clerk.put(limitsOf(made.id), { ...limits, sharedLibraryIds: [hidden.id] });
      expect(given.body.details).toMatchObject({ issues: [{ path: 'body.sharedLibraryIds.0' }] });
    });
  });

  describe('the last active administrator', () => {
    const aLoneAdmin = async () => {
      const empty = await startEmptyServer({ kind: server().kind });
      return { empty, admin: await initialize(empty) };
    };

    test('cannot be deleted, demoted or disabled', async () => {
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

    test('remains if the last two administrators step down concurrently in two processes', async () => {
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

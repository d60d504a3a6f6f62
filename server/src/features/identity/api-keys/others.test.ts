import type { ApiKey } from '@lectern/contract/identity/api-keys';
import type { Permission } from '@lectern/contract/values';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const keys = '/api/v1/api-keys';
const later = '2100-01-01T00:00:00.000Z';
const sooner = '2099-01-01T00:00:00.000Z';
const clerkRights: Permission[] = ['users:read', 'users:write', 'users:delete'];

withServer('API keys of other users', (server) => {
  const aKeyOf = async (owner: { role?: 'reader' | 'admin'; permissions?: Permission[] }) => {
    const who = await signIn(server(), owner);
    const made = await makeKey(who, { permissions: ['books:read', 'pages:read'], expiresAt: later });
    return { who, made, path: `${keys}/${made.id}` };
  };

  test('of users with more permissions cannot be changed, enabled, disabled or deleted', async () => {
    const { who, path } = await aKeyOf({ role: 'admin' });
    const clerk = await signIn(server(), { permissions: clerkRights });
    for (const body of [
      { permissions: ['system:admin'] },
      { permissions: [] },
      { expiresAt: null },
      { name: 'mine' },
      { isActive: false },
    ])
      expect((await clerk.patch(path, body)).status).toBe(403);
    await who.patch(path, { isActive: false });
    expect((await clerk.patch(path, { isActive: true })).status).toBe(403);
    expect((await clerk.delete(path)).status).toBe(403);
    const { body } = await who.get<ApiKey>(path);
    expect(body).toMatchObject({ isActive: false, permissions: ['books:read', 'pages:read'] });
  });

  test('of users with the same permissions can only be changed by their owner', async () => {
    const { path } = await aKeyOf({ permissions: clerkRights });
    const clerk = await signIn(server(), { permissions: clerkRights });
    expect((await clerk.patch(path, { isActive: false })).status).toBe(403);
    expect((await clerk.delete(path)).status).toBe(403);
  });

  describe.each(['a clerk', 'an administrator'])('changed by %s', (who) => {
    const caller = async () =>
      who === 'a clerk'
        ? signIn(server(), { permissions: clerkRights })
        : signIn(server(), { role: 'admin' });

    test('can be restricted, disabled and deleted, but never extended', async () => {
      const { who: owner, path } = await aKeyOf({});
      const by = await caller();
      for (const body of [
        { permissions: ['books:read', 'pages:read', 'series:read'] },
        { expiresAt: null },
        { expiresAt: '2101-01-01T00:00:00.000Z' },
        { name: 'another' },
      ])
        expect((await by.patch(path, body)).status).toBe(403);
      expect((await by.patch(path, { permissions: ['books:read'], expiresAt: sooner })).status).toBe(200);
      expect((await by.patch(path, { permissions: ['books:read', 'pages:read'] })).status).toBe(403);
      expect((await by.patch(path, { isActive: false })).status).toBe(200);
      expect((await by.patch(path, { isActive: true })).status).toBe(403);
      expect((await owner.patch(path, { isActive: true })).status).toBe(200);
      expect((await by.delete(path)).status).toBe(204);
    });
  });

  test('of an administrator can be disabled by another administrator', async () => {
    const { path } = await aKeyOf({ role: 'admin' });
    expect((await server().admin.patch(path, { isActive: false })).status).toBe(200);
  });
});

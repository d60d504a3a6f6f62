import { permissions as ofContract, rolePermissions, roles } from '@lectern/contract/permissions';
import { expect, test } from 'vitest';
import { groups, isOfRole, permissions } from './permissions.ts';

test('knows the permissions and roles that the server knows', () => {
  expect(permissions).toEqual([...ofContract]);
  for (const role of roles)
    expect([role, permissions.filter((one) => isOfRole(one, role)).sort()]).toEqual([
      role,
      [...rolePermissions[role]].sort(),
    ]);
});

test('shows each permission once', () => {
  expect(groups.flatMap((group) => group.permissions).sort()).toEqual([...ofContract].sort());
});

import { permissions } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { groups } from './permissions.ts';

test('shows each permission once', () => {
  expect(groups.flatMap((group) => group.permissions).sort()).toEqual([...permissions].sort());
});

import { administrationPermissions } from '@lectern/contract/system/administration-values';
import { expect, test } from 'vitest';
import { sections } from './sections.tsx';

test('the link to the administration needs a permission of one of its pages', () => {
  expect([...administrationPermissions].sort()).toEqual(
    [...new Set(sections.flatMap(({ needs }) => needs))].sort(),
  );
});

test('the menu contains no details of the server', () => {
  const inMenu = sections.filter(({ isDetail }) => !isDetail).map(({ path }) => path);
  expect(inMenu).not.toContain('pdf-cache');
  expect(inMenu).toContain('server');
});

import { expect, test } from 'vitest';
import { administrationPermissions } from './administration-permissions.ts';
import { sections } from './sections.tsx';

test('whoever may open a page of the administration is led to it, and nobody else', () => {
  expect([...administrationPermissions].sort()).toEqual(
    [...new Set(sections.flatMap(({ needs }) => needs))].sort(),
  );
});

import { expect, test } from 'vitest';
import { administering } from './administering.ts';
import { sections } from './sections.tsx';

test('whoever may open a page of the administration is led to it, and nobody else', () => {
  expect([...administering].sort()).toEqual([...new Set(sections.flatMap(({ needs }) => needs))].sort());
});

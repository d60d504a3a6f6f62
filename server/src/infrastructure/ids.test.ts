import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('ids are version 7, unique, and sorted by creation time', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 100)) {
    expect(isId(id)).toBe(true);
    expect(id[14]).toBe('7');
    expect('89ab').toContain(id[19]);
  }
});

test('an id contains its time and never decreases when the clock is set back', () => {
  const later = newId(Date.now() + 60_000);
  const earlier = newId(Date.now());
  expect(Number.parseInt(later.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThan(Date.now());
  expect(earlier > later).toBe(true);
});

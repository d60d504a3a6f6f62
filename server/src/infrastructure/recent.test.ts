import { expect, test } from 'vitest';
import { createRecent } from './recent-keys.ts';

test('drops the least recently used entry beyond the limit', () => {
  const recent = createRecent<number>(3);
  for (const [name, value] of Object.entries({ a: 1, b: 2, c: 3 })) recent.set(name, value);
  expect(recent.get('a')).toBe(1);
  recent.set('d', 4);
  expect([...recent.keys()].toSorted()).toEqual(['a', 'c', 'd']);
  recent.set('d', 5);
  expect([recent.size, recent.get('d'), recent.get('b')]).toEqual([3, 5, undefined]);
});

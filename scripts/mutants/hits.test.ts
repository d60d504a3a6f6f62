import { expect, test } from 'vitest';
import { mark } from './hits.ts';
import { listMutations } from './mutations.ts';

test.each([
  ['f = () => a === 7;', 'recordHit(0), f = () => (recordHit(1), a === (recordHit(2), 7));'],
  ['if (!a) b();', 'if ((recordHit(1), (recordHit(0), !a))) recordHit(2), b();'],
])('marks each mutation of %s without another line', (source, marked) => {
  const marks = listMutations(source).map((mutation, index) => ({ mutation, index }));
  expect(mark(source, marks)).toBe(marked);
});

test.each([
  ['const a = 7;', true],
  ['const f = () => 7;', false],
  ['class A { b = 7; }', false],
])('knows whether the code of %s runs when the module is loaded', (source, isOnLoad) => {
  expect(listMutations(source)).toMatchObject([{ isOnLoad }]);
});

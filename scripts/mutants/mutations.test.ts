import { expect, test } from 'vitest';
import { apply, listMutations } from './mutations.ts';

const mutate = (source: string): string[] => listMutations(source).map((one) => apply(source, one));

test.each([
  ['const a = b === c;', ['const a = b !== c;']],
  ['const a = b && !c;', ['const a = b || !c;', 'const a = b && c;']],
  ['const a = 7;', ['const a = 7 + 1;']],
  ['const a = b ? c : d;', ['const a = !(b) ? c : d;']],
  ['if (a) b();', ['if (!(a)) b();', 'if (a) ;']],
  ['await a(true);', [';', 'await a(false);']],
  ["import a from 'b'; type C = true | 7;", []],
])('changes %s', (source, changed) => {
  expect(mutate(source)).toEqual(changed);
});

test('counts lines from 1', () => {
  expect(listMutations('\nconst a = 7;').map(({ line }) => line)).toEqual([2]);
});

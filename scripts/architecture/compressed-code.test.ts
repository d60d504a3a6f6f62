import { expect, test } from 'vitest';
import { findCompressedCode } from './compressed-code.ts';

const find = (text: string) => findCompressedCode({ path: 'a.ts', text });

test('finds spreads of literal objects', () => {
  expect(find('go({\n  ...{ a, b },\n  c,\n});')).toEqual([
    'a.ts:2: spreads a literal object. Write its properties directly',
  ]);
  expect(find('go({ ...({ a } as A) });')).toHaveLength(1);
  expect(find('go({ ...a, ...(b && { c }), ...(b ? { c } : {}) }, ...[1, 2]);')).toEqual([]);
});

test('finds spreads of literal objects in JSX', () => {
  const [found] = findCompressedCode({ path: 'a.tsx', text: 'const a = <A {...{ b, c }} {...d} />;' });
  expect(found).toContain('a.tsx:1: spreads a literal object');
});

test('finds packed tuples in declarations and assignments', () => {
  expect(find('const [a, b] = [1, 2];')).toEqual([
    'a.ts:1: assigns several values in one statement. Write a statement for each',
  ]);
  expect(find('const [a, b]: [number[], number[]] = [[], []];')).toHaveLength(1);
  expect(find('for (let [a, b] = [0, 1]; ; ) {\n  [a, b] = [b, a + b];\n}')).toHaveLength(2);
  expect(find('const [a, b] = await Promise.all([go(), go()]);\n[a.x] = go();')).toEqual([]);
});

test('allows swaps', () => {
  expect(find('[a[i], a[j]] = [a[j], a[i]];\n[a, b] = [b, a];')).toEqual([]);
  expect(find('[a, b] = [b, c];')).toHaveLength(1);
});

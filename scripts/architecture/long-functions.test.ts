import { expect, test } from 'vitest';
import { findLengthFaults, findLongFunctions } from './long-functions.ts';

const body = (lines: number) => Array.from({ length: lines - 2 }, () => '  go();').join('\n');
const named = (lines: number) => `export function build() {\n${body(lines)}\n}`;

test('a body above 80 lines is found by the name of its function, whatever kind that is', () => {
  expect(findLongFunctions('a.ts', named(80))).toEqual([]);
  expect(findLongFunctions('a.ts', named(81))).toEqual([{ name: 'a.ts build', lines: 81 }]);
  expect(findLongFunctions('b.tsx', `const Page = () => {\n${body(90)}\n};`)).toEqual([
    { name: 'b.tsx Page', lines: 90 },
  ]);
});

test('a listed function may become shorter, not longer, and leaves the list when it is short', () => {
  const found = findLongFunctions('a.ts', named(100));
  expect(findLengthFaults(found, { 'a.ts build': 100 })).toEqual([]);
  expect(findLengthFaults(found, { 'a.ts build': 99 })).toHaveLength(1);
  expect(findLengthFaults(found, {})).toHaveLength(1);
  expect(findLengthFaults([], { 'a.ts build': 100 })).toEqual([expect.stringContaining('off the list')]);
});

import { expect, test } from 'vitest';
import { findLengthFaults, findLongFunctions } from './long-functions.ts';

const repeat = (count: number, statement = 'go();') => `${statement}\n`.repeat(count);
const find = (text: string, path = 'a.ts') => findLongFunctions({ path, text });
const build = (body: string) => `export function build() {\n${body}\n}`;

test('finds a function of more than 50 statements by its name', () => {
  expect(find(build(repeat(50)))).toEqual([]);
  expect(find(build(repeat(51)))).toEqual([{ name: 'a.ts build', statements: 51 }]);
  expect(find(`const Page = () => {\n${repeat(60)}};`, 'b.tsx')).toEqual([
    { name: 'b.tsx Page', statements: 60 },
  ]);
  expect(find(`test('reads', async () => {\n${repeat(60)}});`)).toEqual([
    { name: "a.ts 'reads'", statements: 60 },
  ]);
});

test('counts statements, not lines', () => {
  const call = `go(\n${'1,\n'.repeat(100)});`;
  expect(find(build(call))).toEqual([]);
  expect(find(build(repeat(51, 'a = 1; b = 2;').replaceAll('\n', ' ')))).toEqual([
    { name: 'a.ts build', statements: 102 },
  ]);
});

test('counts the statements of nested blocks', () => {
  expect(find(build(`if (a) {\n${repeat(25)}} else {\n${repeat(24)}}`))).toEqual([]);
  expect(find(build(`for (;;) {\n${repeat(25)}}\nswitch (a) {\n  case 1:\n${repeat(24)}}`))).toEqual([
    { name: 'a.ts build', statements: 51 },
  ]);
});

test('counts nested functions and classes on their own', () => {
  const nested = `const inner = () => {\n${repeat(40)}};\nclass A { method() {\n${repeat(40)}} }\n`;
  expect(find(build(nested + repeat(40)))).toEqual([]);
  expect(find(build(`const inner = () => {\n${repeat(51)}};`))).toEqual([
    { name: 'a.ts inner', statements: 51 },
  ]);
});

test('allows a listed function to shrink, not to grow, and requires removing a short one from the list', () => {
  const found = find(build(repeat(70)));
  expect(findLengthFaults(found, { 'a.ts build': 70 })).toEqual([]);
  expect(findLengthFaults(found, { 'a.ts build': 69 })).toHaveLength(1);
  expect(findLengthFaults(found, {})).toEqual([expect.stringContaining('70 statements, more than 50')]);
  expect(findLengthFaults([], { 'a.ts build': 70 })).toEqual([
    expect.stringContaining('Remove it from the list'),
  ]);
});

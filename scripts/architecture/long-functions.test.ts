import { expect, test } from 'vitest';
import { findLongFunctions } from './long-functions.ts';

const repeat = (count: number, statement = 'go();') => `${statement}\n`.repeat(count);
const find = (text: string, path = 'a.ts') => findLongFunctions({ path, text });
const fault = (name: string, statements: number) =>
  `${name}: ${statements} statements, more than 50. Split the function`;
const build = (body: string) => `export function build() {\n${body}\n}`;

test('finds a function of more than 50 statements by its name', () => {
  expect(find(build(repeat(50)))).toEqual([]);
  expect(find(build(repeat(51)))).toEqual([fault('a.ts build', 51)]);
  expect(find(`const Page = () => {\n${repeat(60)}};`, 'b.tsx')).toEqual([fault('b.tsx Page', 60)]);
  expect(find(`test('reads', async () => {\n${repeat(60)}});`)).toEqual([fault("a.ts 'reads'", 60)]);
});

test('counts statements, not lines', () => {
  const call = `go(\n${'1,\n'.repeat(100)});`;
  expect(find(build(call))).toEqual([]);
  expect(find(build(repeat(51, 'a = 1; b = 2;').replaceAll('\n', ' ')))).toEqual([fault('a.ts build', 102)]);
});

test('counts the statements of nested blocks', () => {
  expect(find(build(`if (a) {\n${repeat(25)}} else {\n${repeat(24)}}`))).toEqual([]);
  expect(find(build(`for (;;) {\n${repeat(25)}}\nswitch (a) {\n  case 1:\n${repeat(24)}}`))).toEqual([
    fault('a.ts build', 51),
  ]);
});

test('counts nested functions and classes separately', () => {
  const nested = `const inner = () => {\n${repeat(40)}};\nclass A { method() {\n${repeat(40)}} }\n`;
  expect(find(build(nested + repeat(40)))).toEqual([]);
  expect(find(build(`const inner = () => {\n${repeat(51)}};`))).toEqual([fault('a.ts inner', 51)]);
});

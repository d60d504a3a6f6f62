import { expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['an object', '{"a":1}', { a: 1 }],
  ['an array', '[1]', [1]],
  ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ['nothing', '', undefined],
  ['spaces', ' \n', undefined],
  ['brackets inside strings', `{"a":"${'['.repeat(1000)}"}`, { a: '['.repeat(1000) }],
  ['an escaped quote before brackets', `{"a":"\\"${'{'.repeat(1000)}"}`, { a: `"${'{'.repeat(1000)}` }],
  ['escapes', '{"a":"\\u00e9\\u0001"}', { a: 'é\u0001' }],
  ['the word constructor', '{"constructor":1}', { constructor: 1 }],
])('%s is read', (_, text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test.each([
  ['half an object', '{"a":', 'not valid JSON'],
  ['two values', '1 2', 'not valid JSON'],
  ['a prototype', '{"a":{"__proto__":{"admin":true}}}', '__proto__'],
  ['a prototype in escapes', '{"\\u005f\\u005fproto__":1}', '__proto__'],
  ['NUL in a value', '{"a":"x\\u0000"}', 'NUL'],
  ['NUL in a name', '{"a\\u0000":1}', 'NUL'],
  ['65 levels', nested(65), 'nested'],
  ['100,000 levels', nested(100_000), 'nested'],
  ['100,000 unclosed levels', '{"a":'.repeat(100_000), 'nested'],
])('%s is refused', (_, text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('parses 64 levels', () => {
  expect(parse(nested(64))).toBeInstanceOf(Array);
});

test('rejects bytes that are not UTF-8', () => {
  expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
});

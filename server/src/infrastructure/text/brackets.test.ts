import { expect, test } from 'vitest';
import { replaceBracketed } from './brackets.ts';

test.each([
  ['The Sandman (1989) [Digital]', 'The Sandman  '],
  ['Saga (2012', 'Saga (2012'],
  ['Saga) {a}b', 'Saga) b'],
  ['((a)b)', 'b)'],
  ['', ''],
])('%s without bracketed text', (text, without) => {
  expect(replaceBracketed(text, '')).toBe(without);
});

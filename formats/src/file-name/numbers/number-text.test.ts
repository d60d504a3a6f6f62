import { expect, test } from 'vitest';
import { parseNumberText } from './number-text.ts';

test.each([
  ['1', '1', 1],
  ['007', '7', 7],
  ['000', '0', 0],
  ['1.5', '1.5', 1.5],
  ['010,5', '10.5', 10.5],
  ['½', '½', 0.5],
  ['1½', '1½', 1.5],
  ['1/2', '½', 0.5],
  ['-1', '-1', -1],
  ['#7', '7', 7],
  ['1A', '1A', 1],
  ['8.NOW', '8.NOW', 8],
  ['８', '8', 8],
  ['٣', '3', 3],
  ['IV', '4', 4],
  ['Annual 1', 'Annual 1', 1],
  ['Annual #3', 'Annual 3', 3],
  [' 12 ', '12', 12],
  ['999999999999999', '999999999999999', 999_999_999_999_999],
])('parses the number "%s" as text %s and value %d', (text, spelled, value) => {
  expect(parseNumberText(text)).toEqual({ text: spelled, value });
});

test.each([
  '',
  ' ',
  '-',
  '#',
  'Annual',
  'NaN',
  '1-2',
  '1 of 4',
  '100%',
  '20th',
  '1e5',
  'Free Comic Book Day 1',
  '9'.repeat(16),
  '1'.repeat(70),
])('returns undefined for "%s"', (text) => {
  expect(parseNumberText(text)).toBeUndefined();
});

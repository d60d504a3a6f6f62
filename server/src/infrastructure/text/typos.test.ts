import { expect, test } from 'vitest';
import { createComparison, isCorrectable, toWordRange } from './typos.ts';

test.each([
  ['wathcmen', 'watchmen', { text: 'watchmen', edits: 1, isPrefix: false }],
  ['watchmn', 'watchmen', { text: 'watchmen', edits: 1, isPrefix: false }],
  ['watchmeen', 'watchmen', { text: 'watchmen', edits: 1, isPrefix: false }],
  ['watxhmem', 'watchmen', { text: 'watchmen', edits: 2, isPrefix: false }],
  ['awtchmen', 'watchmen', { text: 'watchmen', edits: 1, isPrefix: false }],
  ['sago', 'saga', { text: 'saga', edits: 1, isPrefix: false }],
  // The beginning of a word that is being typed.
  ['wathcm', 'watchmen', { text: 'watchm', edits: 1, isPrefix: true }],
  ['войан', 'война', { text: 'война', edits: 1, isPrefix: false }],
  // Equal words and equal beginnings do not count as typing errors.
  ['watchmen', 'watchmen', undefined],
  ['watchm', 'watchmen', undefined],
  // Two errors in a short word, and three in a long one.
  ['bxtmxn', 'batman', undefined],
  ['wxtxhmxn', 'watchmen', undefined],
  // Beginnings of four letters are similar to too many words.
  ['wath', 'watchmen', undefined],
])('compares %s with %s', (typed, known, difference) => {
  expect(createComparison(typed)(known)).toEqual(difference);
});

test('corrects words of at least four letters, without digits', () => {
  expect(['saga', 'война', 'été', 'run', '1984', 'vol3', '進撃'].filter(isCorrectable)).toEqual([
    'saga',
    'война',
  ]);
});

test('compares words with the first letter, or with the first two swapped', () => {
  expect(toWordRange('batmn')).toEqual({ starts: ['b', 'ab'], minLetters: 4, maxLetters: 11 });
  expect(toWordRange('lloydson')).toEqual({ starts: ['l'], minLetters: 6, maxLetters: 14 });
  expect(toWordRange('sago')).toEqual({ starts: ['s', 'as'], minLetters: 4, maxLetters: 5 });
});

import { expect, test } from 'vitest';
import { readSearchText, writeSearchText } from './search-text.ts';

test.each([
  ['saga', { words: 'saga', phrase: '', without: '' }],
  ['saga "the long way" -omnibus', { words: 'saga', phrase: 'the long way', without: 'omnibus' }],
  ['-"box set" -zwei eins', { words: 'eins', phrase: '', without: '"box set" zwei' }],
  ['"eins zwei" "drei vier"', { words: '"eins zwei"', phrase: 'drei vier', without: '' }],
  ['Spider-Man', { words: 'Spider-Man', phrase: '', without: '' }],
  ['', { words: '', phrase: '', without: '' }],
])('%s is taken apart', (q, parts) => {
  expect(readSearchText(q)).toEqual(parts);
  expect(readSearchText(writeSearchText(parts))).toEqual(parts);
});

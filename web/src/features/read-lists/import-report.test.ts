import { expect, test } from 'vitest';
import { type Entry, toBookIds, toEntryName } from './import-report.ts';

const entry = (more: Partial<Entry>): Entry => ({
  series: 'Saga',
  number: '1',
  volume: null,
  year: null,
  status: 'matched',
  bookId: null,
  candidates: [],
  ...more,
});

test('keeps the order of the file, with chosen books in place and without duplicates', () => {
  const entries = [
    entry({ bookId: 'a' }),
    entry({ status: 'ambiguous' }),
    entry({ status: 'not_found' }),
    entry({ bookId: 'b' }),
    entry({ status: 'duplicate', bookId: 'a' }),
    entry({ status: 'ambiguous' }),
  ];
  expect(toBookIds(entries, { 1: 'c' })).toEqual(['a', 'c', 'b']);
  expect(toBookIds(entries, {})).toEqual(['a', 'b']);
});

test('formats an entry as readers write it', () => {
  expect(toEntryName(entry({ number: '12', volume: '2012', year: '2013' }))).toBe('Saga (2012) #12 · 2013');
  expect(toEntryName(entry({ number: null }))).toBe('Saga');
});

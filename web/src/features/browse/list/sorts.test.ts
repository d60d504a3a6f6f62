import { expect, test } from 'vitest';
import { readSort } from './sorts.ts';

test.each([
  ['series', 'name,asc', { field: 'title', direction: 'asc' }],
  ['series', 'book_count,desc', { field: 'bookCount', direction: 'desc' }],
  ['books', 'series;number', { field: 'series', direction: 'asc' }],
  ['books', 'filename', { field: 'fileName', direction: 'asc' }],
  ['books', 'bookCount,desc', undefined],
] as const)('the sort of %s by %s is shown', (target, sort, shown) => {
  expect(readSort(target, sort)).toEqual(shown);
});

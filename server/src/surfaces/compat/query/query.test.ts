import { expect, test } from 'vitest';
import { toPage } from '../shapes/page.ts';
import { cut, readFound, readWindow } from './paging.ts';
import { toPlainWords, toSearchTerms } from './search.ts';
import { readBookSort, readSeriesSort } from './sort.ts';
import { readAuthors, readFlag, readList, readWords } from './values.ts';

test.each([
  [{ library_id: ['a', 'b'] }],
  [{ library_id: 'a,b' }],
  [{ library_id: 'a, b' }],
  [{ 'library_id[]': ['a', 'b'] }],
  [{ library_id: 'a', 'library_id[]': 'b' }],
])('reads a list from %j', (query) => expect(readList(query, 'library_id')).toEqual(['a', 'b']));

test('also searches for text with commas as a whole', () => {
  expect(readWords({ genre: 'Drama, Crime' }, 'genre')).toEqual(['Drama, Crime', 'Drama', 'Crime']);
  expect(readWords({ genre: ['Drama, Crime', 'War'] }, 'genre')).toEqual(['Drama, Crime', 'War']);
  expect(readWords({ genre: ['', ' '] }, 'genre')).toEqual([]);
});

test('splits an author into name and role at the last comma', () => {
  expect(readAuthors({ author: ['Alan Moore,writer', 'King, Jr.,penciller', 'Anna'] })).toEqual([
    { name: 'Alan Moore', role: 'writer' },
    { name: 'King, Jr.', role: 'penciller' },
    { name: 'Anna', role: undefined },
  ]);
});

test('a flag is true, false or undefined', () => {
  expect(['true', 'FALSE', '', 'yes', undefined].map((deleted) => readFlag({ deleted }, 'deleted'))).toEqual([
    true,
    false,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['metadata.titleSort,asc', [['title', 'asc']]],
  ['lastModified,desc', [['dateUpdated', 'desc']]],
  ['booksCount', [['bookCount', 'asc']]],
  [['nonsense,desc', 'created,DESC'], [['dateAdded', 'desc']]],
  ['titleSort,ascname,desc', [['title', 'desc']]],
  ['__proto__,asc', []],
])('orders series by %j', (sort, terms) => {
  expect(readSeriesSort({ sort }).map(({ field, direction }) => [field, direction])).toEqual(terms);
});

test('one parameter can contain two fields with one direction', () => {
  expect(readBookSort({ sort: 'series,metadata.numberSort,desc' })).toEqual([
    { field: 'series', direction: 'desc' },
    { field: 'number', direction: 'desc' },
  ]);
});

test.each([
  [{}, { page: 0, size: 20, isUnpaged: false }],
  [
    { page: '2', size: '500' },
    { page: 2, size: 500, isUnpaged: false },
  ],
  [
    { page: '-1', size: 'all' },
    { page: 0, size: 20, isUnpaged: false },
  ],
  [{ size: '0' }, { page: 0, size: 20, isUnpaged: false }],
  [{ size: '999999' }, { page: 0, size: 2000, isUnpaged: false }],
  [
    { unpaged: 'true', page: '3' },
    { page: 0, size: 20_000, isUnpaged: true },
  ],
])('%j requests the window %j', (query, window) => expect(readWindow(query)).toEqual(window));

test('reads a whole list in parts and returns it as one page', async () => {
  const all = Array.from({ length: 2_100 }, (_, i) => i);
  const window = readWindow({ unpaged: 'true' });
  const { rows, total } = await readFound(window, async ({ page, pageSize }) => ({
    rows: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
  }));
  expect(rows).toEqual(all);
  const page = toPage({ content: rows, total, window, isSorted: false });
  expect(page).toMatchObject({ first: true, last: true, totalPages: 1, size: 2_100, totalElements: 2_100 });
  expect(page.pageable).toMatchObject({ paged: true, unpaged: false, pageNumber: 0, pageSize: 2_100 });
});

test('an empty list has one page, which is the first and last', () => {
  const window = readWindow({});
  const page = toPage({ content: [], total: 0, window, isSorted: true });
  expect(page).toMatchObject({ first: true, last: true, empty: true, totalPages: 0, size: 20 });
  expect(page.sort).toEqual({ sorted: true, unsorted: false, empty: false });
});

test('only the last of several pages is marked as last', () => {
  const of = (page: string) => {
    const window = readWindow({ page, size: '2' });
    const { rows, total } = cut(window, [1, 2, 3]);
    const { content, first, last, totalPages } = toPage({ content: rows, total, window, isSorted: false });
    return { content, first, last, totalPages };
  };
  expect(of('0')).toEqual({ content: [1, 2], first: true, last: false, totalPages: 2 });
  expect(of('1')).toEqual({ content: [3], first: false, last: true, totalPages: 2 });
});

test.each([
  ['title:batman AND genre:"Dark Fantasy"', 'batman  "Dark Fantasy"'],
  ['batman NOT robin', 'batman -robin'],
  ['bat* (OR', 'bat'],
  ['Re:Zero', 'Re:Zero'],
  ['進撃', '進撃'],
])('reduces the expression %s to its search words', (text, words) => {
  expect(toPlainWords(text).replace(/\s+$/, '')).toBe(words);
});

test('an empty text is undefined', () => {
  expect([undefined, null, '', '  ', '***'].map((text) => toSearchTerms(text))).toEqual(
    Array(5).fill(undefined),
  );
});

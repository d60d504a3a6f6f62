import type { CblEntry } from '@lectern/formats/cbl/parse';
import { expect, test } from 'vitest';
import type { MatchingBook } from '#catalog/books/books.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { matchEntry, toSeriesKeys } from './match.ts';

const aBook = (
  title: string,
  numberValue: number | null,
  more: Partial<MatchingBook> = {},
): MatchingBook => ({
  id: title,
  title,
  number: numberValue === null ? null : Math.trunc(numberValue),
  numberValue,
  volume: null,
  seriesTitle: 'Hawk',
  seriesTitleKey: toSortKey('Hawk'),
  seriesYear: null,
  year: null,
  ...more,
});
const books = [
  aBook('Hawk 0.5', 0.5),
  aBook('Hawk 1', 1),
  aBook('Hawk 1.MU', 1),
  aBook('Hawk 19.HU', 19),
  aBook('Hawk 27AU', 27),
  aBook('Hawk 40', 40),
];
const match = (entry: Partial<CblEntry>, among = books) => {
  const { status, book, candidates } = matchEntry({ series: 'Hawk', ...entry }, among);
  return [status, book?.id ?? candidates.map(({ id }) => id)];
};

test.each([
  ['½', 'Hawk 0.5'],
  ['0.5', 'Hawk 0.5'],
  ['1', 'Hawk 1'],
  ['1.MU', 'Hawk 1.MU'],
  ['19.HU', 'Hawk 19.HU'],
  ['027AU', 'Hawk 27AU'],
])('matches the number "%s" with %s', (number, id) => {
  expect(match({ number })).toEqual(['matched', id]);
});

test('lists the nearest books of the series for an entry that is not found', () => {
  expect(match({ number: '20' })).toEqual([
    'not_found',
    ['Hawk 19.HU', 'Hawk 27AU', 'Hawk 1', 'Hawk 1.MU', 'Hawk 0.5'],
  ]);
  expect(match({ number: 'Special' }, books.slice(0, 1))).toEqual(['not_found', ['Hawk 0.5']]);
});

test('prefers the series whose first year is the volume, or the year of an entry without a volume', () => {
  const runs = [aBook('Old', 1, { seriesYear: 1994 }), aBook('New', 1, { seriesYear: 2011 })];
  expect(match({ number: '1', volume: '2011' }, runs)).toEqual(['matched', 'New']);
  expect(match({ number: '1', year: '1994' }, runs)).toEqual(['matched', 'Old']);
});

test('looks for the names of a series with its volume', () => {
  expect(toSeriesKeys({ series: 'Hawk', volume: '2' })).toEqual(
    expect.arrayContaining(['Hawk', 'Hawk (2)', 'Hawk v2', 'Hawk Vol. 2'].map((name) => toSortKey(name))),
  );
});

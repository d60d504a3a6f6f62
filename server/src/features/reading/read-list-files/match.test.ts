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

test.each([
  ['Batman: Year One', 'Batman - Year One'],
  ['Batman: Year One', 'Batman Year One'],
  ['Hawk & Dove', 'Hawk and Dove'],
  ['Spider-Man/Deadpool', 'Spider-Man - Deadpool'.replace(' - ', '-')],
  ['What If...?', 'What If...'],
  ['Hawk Annual', 'Hawk'],
])('looks for "%s" as "%s"', (series, name) => {
  expect(toSeriesKeys({ series })).toContain(toSortKey(name));
  expect(toSeriesKeys({ series, volume: '1987' })).toContain(toSortKey(`${name} (1987)`));
});

test('matches specials in the series of the main run, and never an issue with the same number', () => {
  const annual = aBook('Hawk Annual 1', null, { number: 1 });
  const among = [aBook('Hawk 1', 1), annual, aBook('Hawk Annual 2', null, { number: 2 })];
  expect(match({ series: 'Hawk Annual', number: '1' }, among)).toEqual(['matched', 'Hawk Annual 1']);
  expect(match({ number: 'Annual 1' }, among)).toEqual(['matched', 'Hawk Annual 1']);
  expect(match({ number: '1' }, among)).toEqual(['matched', 'Hawk 1']);
  expect(match({ number: 'Annual 3' }, among)[0]).toBe('not_found');
  const own = aBook('Annual 1', 1, { seriesTitleKey: toSortKey('Hawk Annual') });
  expect(match({ series: 'Hawk Annual', number: '1' }, [own])).toEqual(['matched', 'Annual 1']);
});

import { expect, test } from 'vitest';
import { defaultNamingPattern, findPatternFault, type NamingValues, toNamedPath } from './naming-pattern.ts';

const saga = { series: 'Saga', volume: '1', number: '5', title: 'The Will', year: '2013' };

test.each<[pattern: string, values: NamingValues, path: string]>([
  [defaultNamingPattern, saga, 'Saga/Saga v01 #005 - The Will (2013)'],
  [defaultNamingPattern, { series: 'Saga' }, 'Saga/Saga'],
  [defaultNamingPattern, { series: 'Saga', title: 'Extras' }, 'Saga/Saga - Extras'],
  [defaultNamingPattern, { series: 'Saga', number: '5.5', year: '2013' }, 'Saga/Saga #005.5 (2013)'],
  [defaultNamingPattern, { series: 'Saga', chapter: '12' }, 'Saga/Saga c012'],
  ['{publisher}/{series}/{name}', { series: 'Saga', name: 'as it was' }, 'Saga/as it was'],
  ['{author} - {series} - {number}', { author: 'Ann', number: '1A' }, 'Ann - 1A'],
  ['{series}/{number}', { series: 'A/B: "C"\n?' }, 'A_B_ _C_ _/'],
  ['Books by {author}/{title}', { title: '..' }, 'Books by/..'],
])('%s of %o is %s', (pattern, values, path) => {
  expect(toNamedPath(pattern, values).join('/')).toBe(path);
});

test.each([
  [defaultNamingPattern, undefined],
  ['{name}', undefined],
  ['{serie}', 'naming_field'],
  ['{series', 'naming_braces'],
  ['series}/{name}', 'naming_braces'],
  ['{series:12}', 'naming_braces'],
  ['/{series}', 'naming_path'],
  ['{series}/', 'naming_path'],
  ['{series}/../{name}', 'naming_path'],
  ['{series}\\{name}', 'naming_path'],
  ['{series}/book', 'naming_path'],
  [`${'a/'.repeat(8)}{name}`, 'naming_path'],
])('%s has the fault %s', (pattern, key) => {
  expect(findPatternFault(pattern)?.key).toBe(key);
});

test('a name that is too long for a file system keeps its numbers', () => {
  const series = 'とても長い題名の本'.repeat(12);
  const title = 'the last part '.repeat(9).trim();
  const name = (number: string, more = {}) =>
    toNamedPath(defaultNamingPattern, { series, number, year: '2020', ...more }).at(-1) ?? '';
  const names = ['1', '2', '10'].map((number) => name(number));
  expect(new Set(names).size).toBe(3);
  for (const one of names)
    expect(encodeURIComponent(one).replace(/%../g, '.').length).toBeLessThanOrEqual(180);
  expect(names[2]).toMatch(/^(とても長い題名の本)+.* #010 \(2020\)$/);
  expect(name('3', { title })).toMatch(/題名.* #003 \(2020\)$/);
  expect(name('3', { series: 'Saga', title: title + title })).toMatch(/^Saga #003 - the last.* \(2020\)$/);
  expect(toNamedPath('{series}', { series: '𝄞'.repeat(100) })).toEqual(['𝄞'.repeat(45)]);
});

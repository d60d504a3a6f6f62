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

import { expect, test } from 'vitest';
import { parseAgeRating } from './age-rating.ts';
import { parsePartialDate, toIsoDate, toPartialDate } from './date.ts';
import { parseIsbn } from './isbn.ts';
import { parseLanguage } from './language.ts';
import { parseLink } from './link.ts';
import { parseDecimal, parseIssueNumber, parseWhole } from './number.ts';
import { parseRole } from './role.ts';

test.each([
  ['1', 1],
  ['001', 1],
  [' 12 ', 12],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['½', 0.5],
  ['1½', 1.5],
  ['#½', 0.5],
  ['1/2', 0.5],
  ['2 1/2', 2.5],
  ['-1', -1],
  ['0', 0],
  ['1A', 1],
  ['12.AU', 12],
  ['Annual 1', 1],
  ['１２', 12],
  ['第3巻', 3],
  ['1/0', 1],
  ['3/4', 0.75],
  ['5/6', 5],
  ['1,000,000', 1_000_000],
  ['-1,000', -1000],
  ['', undefined],
  ['Special', undefined],
  ['∞', undefined],
  ['1e400', undefined],
  ['NaN', undefined],
  ['99999999999999999999', undefined],
])('parses the issue number "%s" as %s', (text, value) => {
  expect(parseIssueNumber(text)).toBe(value);
});

test('rejects whole numbers that are out of range or in other forms', () => {
  expect([parseWhole('7', 0), parseWhole(' +7 ', 0), parseWhole('007', 0)]).toEqual([7, 7, 7]);
  expect([parseWhole('2.0', 0), parseWhole('2020,00', 0), parseWhole('7.000', 0)]).toEqual([
    2,
    2020,
    undefined,
  ]);
  for (const text of ['-1', '', '1.5', '20x4', '99999999999999999999', '0x10', '1e3', 'null']) {
    expect(parseWhole(text, 0)).toBe(undefined);
  }
});

test('limits the range of decimals and rejects NaN and exponents', () => {
  expect([parseDecimal('4.5', 0, 5), parseDecimal('4,5', 0, 5), parseDecimal('0', 0, 5)]).toEqual([
    4.5, 4.5, 0,
  ]);
  for (const text of ['5.1', '-1', 'NaN', 'Infinity', '1e0', ''])
    expect(parseDecimal(text, 0, 5)).toBe(undefined);
});

test.each([
  ['2012', '2012'],
  ['2012-02', '2012-02'],
  ['2012-02-29', '2012-02-29'],
  ['2015-04-26T22:00:00+00:00', '2015-04-26'],
  ['2012/2/1', '2012-02-01'],
  ['2011-02-29', '2011-02'],
  ['2011-13-01', '2011'],
  ['2020.0', '2020'],
  ['20120201', '2012-02-01'],
  ['1.2.2012', '2012-02-01'],
  ['31/12/2012', '2012-12-31'],
  ['12/31/2012', '2012-12-31'],
  ['02/2012', '2012-02'],
  ['May 2018', '2018-05'],
  ['February 1st, 2012', '2012-02-01'],
  ['1er février 2012', '2012-02-01'],
  ['Wed, 01 Feb 2012 10:20:30 GMT', '2012-02-01'],
  ['2012-Feb-01', '2012-02-01'],
  ['2012年2月1日', '2012-02-01'],
  ['c. 2012', '2012'],
  ['[2012?]', '2012'],
])('parses the date %s as %s', (text, iso) => {
  const date = parsePartialDate(text);
  expect(date && toIsoDate(date)).toBe(iso);
});

test.each(['0101-01-01T00:00:00+00:00', '20111', 'May', 'between 1990 and 1991', '', '9999'])(
  'rejects "%s" as a publication date',
  (text) => {
    expect(parsePartialDate(text)).toBe(undefined);
  },
);

test('ignores the day of a date without a month', () => {
  expect(toPartialDate(2004, undefined, 31)).toEqual({ year: 2004 });
  expect(toPartialDate(2004, 2, 30)).toEqual({ year: 2004, month: 2 });
  expect(toPartialDate(undefined, 2, 3)).toBe(undefined);
});

test.each([
  ['9780306406157', '9780306406157'],
  ['978-0-306-40615-7', '9780306406157'],
  ['urn:isbn:9780306406157', '9780306406157'],
  ['ISBN: 0-306-40615-2', '9780306406157'],
  ['ISBN-13: 978 0 306 40615 7', '9780306406157'],
  ['080442957X', '9780804429573'],
  ['9780306406158', undefined],
  ['0306406153', undefined],
  ['761941305936', undefined],
  ['urn:uuid:9780306406157', undefined],
  ['', undefined],
])('parses the ISBN "%s" as %s', (text, isbn) => {
  expect(parseIsbn(text)).toBe(isbn);
});

test.each([
  ['en', 'en'],
  ['eng', 'en'],
  ['pt_BR', 'pt-BR'],
  ['ja-jp', 'ja-JP'],
  ['zh-hant', 'zh-Hant'],
  ['xx-klingon-!!', undefined],
  ['und', undefined],
  ['English', 'en'],
  ['English (US)', 'en'],
  ['Deutsch', 'de'],
  ['日本語', 'ja'],
  ['Vietnamese', 'vi'],
  ['jp', 'ja'],
  ['CN', 'zh'],
  ['gb', 'en'],
  ['Spanish; Castilian', 'es'],
  ['Brazilian Portuguese', 'pt-BR'],
  ['Elvish', undefined],
  ['', undefined],
  ['a'.repeat(1000), undefined],
])('parses the language "%s" as %s', (text, tag) => {
  expect(parseLanguage(text)).toBe(tag);
});

test.each([
  ['https://www.example.org/a b?c=<d>', 'https://www.example.org/a%20b?c=%3Cd%3E'],
  ['HTTP://Example.org', 'http://example.org/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['file:///etc/passwd', undefined],
  ['https://user:secret@example.org/', undefined],
  ['https://user@example.org/', undefined],
  ['https://', undefined],
  ['//example.org', undefined],
])('parses the address %s as %s', (address, url) => {
  expect(parseLink(address)?.url).toBe(url);
});

test.each([
  ['Mature 17+', 17],
  ['MA 15+', 15],
  ['ma15+', 15],
  ['Everyone 10+', 10],
  ['Early Childhood', 3],
  ['9+', 9],
  ['Unknown', undefined],
  ['Rating Pending', undefined],
  ['Rated Z', undefined],
  ['constructor', undefined],
  ['99+', undefined],
])('parses the age rating %s as %s', (text, age) => {
  expect(parseAgeRating(text)).toBe(age);
});

test.each([
  ['aut', 'author'],
  ['Penciler', 'penciller'],
  ['Cover', 'cover_artist'],
  ['Senior Editor', 'editor'],
  ['trl', 'translator'],
  ['bkp', undefined],
  ['__proto__', undefined],
])('parses the role %s as %s', (text, role) => {
  expect(parseRole(text)).toBe(role);
});

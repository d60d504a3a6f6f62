import type { BookStrategy } from '@lectern/contract/values';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { describe, expect, test } from 'vitest';
import { isGenericTitle } from './generic-title.ts';
import { type NumberMetadata, toNumbers } from './numbers.ts';
import { maxTitleLength, toBookTitle } from './titles.ts';

interface Book {
  title?: string | null;
  seriesName?: string;
  assignedTitle?: string;
  metadata?: NumberMetadata;
}

function title(
  strategy: BookStrategy,
  fileName: string,
  { metadata, seriesName = 'Saga', ...book }: Book = {},
) {
  const parsed = parseFileName(fileName);
  const numbers = toNumbers({ strategy: 'smart', metadata, parsed });
  return toBookTitle({ strategy, fileName, parsed, seriesName, numbers, ...book });
}

test.each([
  ['Saga 001 (2012) (Digital).cbz', 'Saga 001 (2012) (Digital)'],
  ['Dr. Strange 1.5.cbz', 'Dr. Strange 1.5'],
  ['Book.kepub.epub', 'Book'],
  ['no extension', 'no extension'],
  ['.cbz', '.cbz'],
  ['line\nbreak.cbz', 'line break'],
])('filename: the title of %j is %s', (fileName, expected) => {
  expect(title('filename', fileName, { title: 'Ignored' })).toBe(expected);
});

test('metadata_first: uses the metadata unchanged, otherwise the file name', () => {
  expect(title('metadata_first', 'Saga 001.cbz', { title: 'Volume 3' })).toBe('Volume 3');
  expect(title('metadata_first', 'Saga 001.cbz', { title: '  ' })).toBe('Saga 001');
  expect(title('metadata_first', 'Saga 001.cbz')).toBe('Saga 001');
});

describe('smart', () => {
  test.each<[fileName: string, book: Book, expected: string]>([
    ['Saga 001.cbz', { title: 'The Will' }, 'The Will'],
    ['Saga 001 - The Will (2012).cbz', { title: 'Chapter 1' }, 'The Will'],
    ['Saga 001 (2012) (Digital) (Zone-Empire).cbz', {}, 'Saga 001'],
    ['Saga v03.cbz', { title: 'Volume 3' }, 'Saga v03'],
    ['v03.cbz', {}, 'Saga v03'],
    ['001.cbz', {}, 'Saga #001'],
    ['第3話.cbz', { seriesName: 'ハルコさんの彼氏' }, 'ハルコさんの彼氏 c003'],
    ['Special 1.cbz', {}, 'Special 1'],
    ['9780306406157.epub', {}, '9780306406157'],
    ['Dune.epub', { title: 'Dune', seriesName: 'Dune' }, 'Dune'],
    ['01 The Innocence of Father Brown.epub', {}, 'The Innocence of Father Brown'],
    ['Page_Blanche_01.cbz', {}, 'Page Blanche 01'],
    ['x.cbz', { assignedTitle: 'By Pattern' }, 'By Pattern'],
  ])('the title of %s with %j is %s', (fileName, book, expected) => {
    expect(title('smart', fileName, book)).toBe(expected);
  });
});

describe('series_name', () => {
  test.each<[fileName: string, book: Book, expected: string]>([
    ['Saga 002.cbz', {}, 'Saga #002'],
    ['Saga v01 002.cbz', {}, 'Saga v01 #002'],
    ['Saga v01.cbz', {}, 'Saga v01'],
    ['Saga v01 c002.5.cbz', {}, 'Saga v01 c002.5'],
    ['x.cbz', { metadata: { number: '12', volume: 1 } }, 'Saga v01 #012'],
    ['Unmanned.cbz', { title: 'Unmanned' }, 'Saga - Unmanned'],
    ['Saga.cbz', { title: 'Saga' }, 'Saga'],
    ['Saga SP01.cbz', {}, 'Saga #001'],
  ])('the title of %s with %j is %s', (fileName, book, expected) => {
    expect(title('series_name', fileName, book)).toBe(expected);
  });
});

test('titles are never blank and have a maximum length', () => {
  expect(title('filename', ' .cbz')).toBe('.cbz');
  expect(title('smart', '', { title: '' })).toBe('Saga');
  expect(title('metadata_first', 'x.cbz', { title: 'x'.repeat(10_000) })).toHaveLength(maxTitleLength);
});

describe('isGenericTitle', () => {
  const book = { seriesName: 'Saga', fileName: 'Saga 005 (2012).cbz' };

  test.each([
    '',
    ' ',
    'Volume 3',
    'Vol. 3',
    'v03',
    'Chapter 12',
    'Ch.12',
    '第3話',
    '第三巻',
    'Issue #5',
    '#5',
    '12',
    'No. 7',
  ])('"%s" is generic', (text) => {
    expect(isGenericTitle(text, book)).toBe(true);
  });

  test.each([
    'Saga #5',
    'saga 005',
    'SAGA, Vol. 1',
    'Saga 005 (2012)',
    'Saga 005 (2012).cbz',
    'Untitled',
    'untitled-3',
    'Microsoft Word - draft.doc',
    'layout.indd',
    'Document1',
    '無題',
  ])('"%s" is generic', (text) => {
    expect(isGenericTitle(text, book)).toBe(true);
  });

  test('a number that is the name of the series is a title', () => {
    expect(isGenericTitle('300', { seriesName: '300', fileName: 'x.cbz' })).toBe(false);
  });

  test.each([
    'The Will',
    'Volume 3: The Will',
    'Chapter 12 - The Return',
    '第3話 出会い',
    'Saga',
    'Fahrenheit 451 Nights',
    '1984',
    'Annual 3',
    'Batman #5',
    '30 Days of Night',
  ])('"%s" is a title', (text) => {
    expect(isGenericTitle(text, book)).toBe(false);
  });
});

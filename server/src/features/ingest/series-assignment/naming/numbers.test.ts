import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { describe, expect, test } from 'vitest';
import { type BookNumbers, type NumberMetadata, type NumberSources, toNumbers } from './numbers.ts';

const none: BookNumbers = { shown: null, volume: null, chapter: null };
type By = NonNullable<BookNumbers['shown']>['by'];
const shows = (value: number, by: By = 'number', text = String(value)) => ({ shown: { text, value, by } });

function numbers(name: string, rest: Partial<NumberSources> = {}): BookNumbers {
  return toNumbers({ strategy: 'smart', parsed: parseFileName(name), ...rest });
}

describe('smart', () => {
  test.each<[name: string, metadata: NumberMetadata | undefined, expected: Partial<BookNumbers>]>([
    ['Saga 005.cbz', { number: '12' }, shows(12)],
    ['Saga 005.cbz', undefined, shows(5)],
    ['Saga 005.cbz', { number: 'none' }, shows(5)],
    ['Saga 005.cbz', { number: 3.5 }, shows(3.5)],
    ['Saga.cbz', undefined, {}],
    ['Vol. 03 Ch. 010.5.cbz', undefined, { ...shows(10.5, 'chapter'), volume: 3, chapter: 10.5 }],
    ['Akira v03.cbz', undefined, { ...shows(3, 'volume'), volume: 3 }],
    ['Akira.cbz', { volume: 2 }, { ...shows(2, 'volume'), volume: 2 }],
    ['Akira.cbz', { volume: 2016 }, { volume: 2016 }],
    ['Akira v03.cbz', { volume: 2016 }, { ...shows(3, 'volume'), volume: 2016 }],
    ['Akira c031.cbz', { chapter: 31.5 }, { ...shows(31.5, 'chapter'), chapter: 31.5 }],
    ['#½.cbz', undefined, shows(0.5, 'number', '½')],
    ['x.cbz', { number: '½' }, shows(0.5, 'number', '½')],
    ['x.cbz', { number: '-1' }, shows(-1)],
    ['x.cbz', { number: '0' }, shows(0)],
    ['x.cbz', { number: '1A' }, shows(1, 'number', '1A')],
    ['x.cbz', { number: 'Annual 1' }, shows(1, 'number', 'Annual 1')],
    ['SP01.cbz', undefined, shows(1, 'number', 'SP1')],
    ['Omake.cbz', undefined, {}],
    ['001-003.cbz', undefined, shows(1)],
    ['x 01.cbz', { number: '2', volume: 3_000_000_000, chapter: Number.NaN }, shows(2)],
    ['Akira v1.5.cbz', undefined, { ...shows(1.5, 'volume'), volume: 1.5 }],
  ])('%s with %j', (name, metadata, expected) => {
    expect(numbers(name, { metadata })).toEqual({ ...none, ...expected });
  });
});

test('only the metadata', () => {
  expect(numbers('Saga 005.cbz', { strategy: 'metadata' })).toEqual(none);
  expect(numbers('Saga v02 005.cbz', { strategy: 'metadata', metadata: { number: '9' } })).toMatchObject({
    ...shows(9),
    volume: null,
  });
});

test('only the name', () => {
  const metadata = { number: '9', volume: 9, chapter: 9 };
  expect(numbers('Saga v02 005.cbz', { strategy: 'filename', metadata })).toEqual({
    shown: { text: '5', value: 5, by: 'number' },
    volume: 2,
    chapter: null,
  });
  expect(numbers('Saga.cbz', { strategy: 'filename' })).toEqual(none);
});

test('the file order replaces the number, not volume and chapter', () => {
  expect(numbers('Saga v02 005.cbz', { strategy: 'file_order', metadata: { number: '9' } })).toEqual({
    shown: null,
    volume: 2,
    chapter: null,
  });
});

test('numbers of the series strategy take precedence over the file name', () => {
  const assigned = { volume: 4, chapter: 12, number: { text: '3', value: 3 } };
  expect(numbers('Saga v02 005.cbz', { assigned })).toMatchObject({ ...shows(3), volume: 4, chapter: 12 });
  expect(numbers('Cover.cbz', { assigned: { volume: 4 } })).toEqual({ ...none, volume: 4 });
});

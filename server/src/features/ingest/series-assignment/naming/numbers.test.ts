import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { describe, expect, test } from 'vitest';
import { type BookNumbers, type NumberMetadata, type NumberSources, toNumbers } from './numbers.ts';

const none: BookNumbers = { number: null, sortNumber: null, volume: null, chapter: null, countedBy: null };

function numbers(name: string, rest: Partial<NumberSources> = {}): BookNumbers {
  return toNumbers({ strategy: 'smart', parsed: parseFileName(name), orderInFolder: 7, ...rest });
}

describe('smart', () => {
  test.each<[name: string, metadata: NumberMetadata | undefined, expected: Partial<BookNumbers>]>([
    ['Saga 005.cbz', { number: '12' }, { number: 12, sortNumber: 12, countedBy: 'number' }],
    ['Saga 005.cbz', undefined, { number: 5, sortNumber: 5, countedBy: 'number' }],
    ['Saga 005.cbz', { number: 'none' }, { number: 5, sortNumber: 5, countedBy: 'number' }],
    ['Saga 005.cbz', { number: 3.5 }, { number: 3, sortNumber: 3.5, countedBy: 'number' }],
    ['Saga.cbz', undefined, { number: 7, sortNumber: 7, countedBy: 'order' }],
    [
      'Vol. 03 Ch. 010.5.cbz',
      undefined,
      { number: 10, sortNumber: 10.5, volume: 3, chapter: 10.5, countedBy: 'chapter' },
    ],
    ['Akira v03.cbz', undefined, { number: 3, sortNumber: 3, volume: 3, countedBy: 'volume' }],
    ['Akira.cbz', { volume: 2 }, { number: 2, sortNumber: 2, volume: 2, countedBy: 'volume' }],
    ['Akira.cbz', { volume: 2016 }, { number: 7, sortNumber: 7, volume: 2016, countedBy: 'order' }],
    ['Akira v03.cbz', { volume: 2016 }, { number: 3, sortNumber: 3, volume: 2016, countedBy: 'volume' }],
    [
      'Akira c031.cbz',
      { chapter: 31.5 },
      { number: 31, sortNumber: 31.5, chapter: 31.5, countedBy: 'chapter' },
    ],
    ['#½.cbz', undefined, { number: 0, sortNumber: 0.5, countedBy: 'number' }],
    ['x.cbz', { number: '½' }, { number: 0, sortNumber: 0.5, countedBy: 'number' }],
    ['x.cbz', { number: '-1' }, { number: -1, sortNumber: -1, countedBy: 'number' }],
    ['x.cbz', { number: '0' }, { number: 0, sortNumber: 0, countedBy: 'number' }],
    ['x.cbz', { number: '1A' }, { number: 1, sortNumber: 1, countedBy: 'number' }],
    ['x.cbz', { number: '3000000000' }, { number: null, sortNumber: 3_000_000_000, countedBy: 'number' }],
    ['x.cbz', { number: 'Annual 1' }, { number: 1, sortNumber: null, countedBy: 'number' }],
    ['SP01.cbz', undefined, { number: 1, sortNumber: null, countedBy: 'number' }],
    ['Omake.cbz', undefined, {}],
    ['001-003.cbz', undefined, { number: 1, sortNumber: 1, countedBy: 'number' }],
    [
      'x 01.cbz',
      { number: '2', volume: 3_000_000_000, chapter: Number.NaN },
      { number: 2, sortNumber: 2, countedBy: 'number' },
    ],
    ['Akira v1.5.cbz', undefined, { number: 1, sortNumber: 1.5, volume: 1, countedBy: 'volume' }],
  ])('%s with %j', (name, metadata, expected) => {
    expect(numbers(name, { metadata })).toEqual({ ...none, ...expected });
  });
});

test('only the metadata', () => {
  expect(numbers('Saga 005.cbz', { strategy: 'metadata' })).toEqual(none);
  expect(numbers('Saga v02 005.cbz', { strategy: 'metadata', metadata: { number: '9' } })).toMatchObject({
    number: 9,
    volume: null,
  });
});

test('only the name', () => {
  expect(
    numbers('Saga v02 005.cbz', { strategy: 'filename', metadata: { number: '9', volume: 9, chapter: 9 } }),
  ).toEqual({
    number: 5,
    sortNumber: 5,
    volume: 2,
    chapter: null,
    countedBy: 'number',
  });
  expect(numbers('Saga.cbz', { strategy: 'filename' })).toEqual(none);
});

test('the file order only sets the number, not volume and chapter', () => {
  expect(numbers('Saga v02 005.cbz', { strategy: 'file_order', metadata: { number: '9' } })).toEqual({
    number: 7,
    sortNumber: 7,
    volume: 2,
    chapter: null,
    countedBy: 'order',
  });
});

test('numbers of the series strategy take precedence over the file name', () => {
  const assigned = { volume: 4, chapter: 12, number: { text: '3', value: 3 } };
  expect(numbers('Saga v02 005.cbz', { assigned })).toMatchObject({ number: 3, volume: 4, chapter: 12 });
  expect(numbers('Cover.cbz', { assigned: { volume: 4 } })).toMatchObject({
    number: 7,
    volume: 4,
    countedBy: 'order',
  });
});

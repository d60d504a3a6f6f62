import { describe, expect, test } from 'vitest';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { fc } from '../../../../test/harness/property.ts';
import {
  type OrderSettings,
  type Placed,
  toOrdered,
  toReadingOrder,
} from '../../libraries/reading-order/index.ts';
import type { AssignableFile } from './derive.ts';
import { type AssignableLibrary, SeriesAssignment } from './index.ts';

const library: AssignableLibrary = {
  name: 'Library',
  roots: [{ path: '/library' }],
  seriesStrategy: 'series_volume',
  seriesConfig: null,
  bookStrategy: 'smart',
  numberStrategy: 'smart',
};

/** A path, with metadata if the file has some. */
type File = string | [path: string, metadata: NonNullable<AssignableFile['metadata']>];
interface Options {
  settings?: Partial<OrderSettings>;
  library?: Partial<AssignableLibrary>;
}

const pathOf = (file: File): string => (typeof file === 'string' ? file : file[0]);

/** The places of the books of one series, in the order of the files. */
function place(files: readonly File[], { settings, library: changed }: Options = {}): Placed[] {
  const assignment = new SeriesAssignment({ ...library, ...changed });
  const books = files.map((file) => {
    const path = pathOf(file);
    const at = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, at));
    const name = path.slice(at + 1);
    const { order, title, titleSort } = assignment.derive({
      folder,
      name,
      metadata: typeof file === 'string' ? null : file[1],
    });
    const location = {
      folder,
      fileName: name,
      fileKey: toSortKey(name),
      seriesPath: 'Tale',
      rootPosition: 0,
    };
    return toOrdered(order, toSortKey(titleSort ?? title), location);
  });
  return toReadingOrder(books, { bookOrder: 'reading_order', specials: 'after', ...settings });
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function inOrder(files: readonly File[], options?: Options): string[] {
  const places = place(files, options);
  return files
    .map((file, i) => ({ path: pathOf(file), key: places[i]?.orderKey ?? '' }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ path }) => path.slice(path.indexOf('/') + 1).replace(/\.\w+$/, ''));
}

const named = (...names: string[]): string[] => names.map((name) => `Tale/${name}.cbz`);

describe('reading order', () => {
  test.each<[why: string, ...names: string[]]>([
    [
      'chapters start again in each volume',
      'v01 c001',
      'v01 c002',
      'v01 c003',
      'v02 c001',
      'v02 c002',
      'v03 c001',
    ],
    ['seasons', 'Tale S01E01', 'Tale S01E02', 'Tale S02E01', 'Tale S02E02'],
    ['folders as volumes', 'Vol. 1/Tale 001', 'Vol. 1/Tale 002', 'Vol. 2/Tale 001', 'Vol. 10/Tale 001'],
    ['chapters that continue over volumes', 'v01 c001', 'v01 c002', 'v02 c003', 'v02 c004'],
    ['a chapter among volumes with chapters', 'v01 c001', 'v01 c003', 'c004', 'v02 c005', 'v02 c008', 'c009'],
    ['a chapter before the first volume', 'c001', 'v01 c002', 'v02 c009'],
    ['chapters after volumes without chapters', 'Tale v01', 'Tale v02', 'Tale v10', 'Tale c001', 'Tale c095'],
    ['fractions', 'Tale v01', 'Tale v01.5', 'Tale v02', 'Tale v04', 'Tale v04.5', 'Tale v05'],
    ['half chapters', 'Tale c010', 'Tale c010.5', 'Tale c011'],
    ['a fraction below one', 'Tale #0', 'Tale #½', 'Tale #1'],
    ['sub-numbers', 'Tale #1', 'Tale #1A', 'Tale #1B', 'Tale #2'],
    [
      'annuals',
      'Tale 001 (2011)',
      'Tale 002 (2011)',
      'Tale 003 (2011)',
      'Tale Annual 001 (2012)',
      'Tale Annual 002 (2013)',
    ],
    ['specials', 'Tale 001', 'Tale 002', 'Tale 010', 'Tale SP01', 'Tale SP02'],
    [
      'kinds of specials',
      'Tale 001',
      'Tale 003',
      'Tale Annual 01',
      'Tale Annual 02',
      'Tale Omnibus 01',
      'Tale Special 001',
    ],
    ['collections', 'Tale 001', 'Tale 002', 'Tale TPB 01', 'Tale TPB 02'],
    ['extras after specials', 'Tale 001', 'Tale 002', 'Tale Special 1', 'Tale Omake'],
    ['only collections', 'Tale v01 TPB', 'Tale v02 TPB', 'Tale v10 TPB'],
    ['folders of specials', 'Tale 001', 'Tale 002', 'Specials/Tale 001'],
    ['books without numbers by title', 'Alpha', 'Beta 2 of Us', 'Gamma'],
    ['numbers before titles', 'Tale 001', 'Tale 002', 'Sketches'],
    ['two files of one issue', 'Tale 001', 'Tale 001 (Variant)', 'Tale 002'],
    ['magazines by date', 'a/Wired - 2019-05', 'b/Wired - 2019-06', 'c/Wired - 2019-11', 'd/Wired - 2020-01'],
    ['issues of a year', '週刊 2023年52号', '週刊 2024年1号', '週刊 2024年2号', '週刊 2024年10号'],
    [
      'issues and months of a year',
      'Tale 2022-25',
      'Tale 2022-26',
      'Tale 2023-01',
      'Tale 2023-12',
      'Tale 2023-13',
    ],
    [
      'seasons of a year',
      'Tale - Spring 2022',
      'Tale - Summer 2022',
      'Tale - Winter 2022',
      'Tale - Spring 2023',
    ],
    ['numbers that continue over the years', 'Tale 2021年100号', 'Tale 2021年101号', 'Tale 2022年102号'],
    [
      'parts that begin again',
      'Tale - Volume 01',
      'Tale - Volume 11.5',
      'Tale - Year 2 - Volume 01',
      'Tale - Year 2 - Volume 04.5',
    ],
    ['numbered parts', 'Tale Part 1 v01', 'Tale Part 1 v02', 'Tale Part 2 v01', 'Tale Part 10 v01'],
    ['parts whose volumes continue', 'Tale v01', 'Tale Part 2 v02', 'Tale v03'],
    [
      'a reading order',
      '001 - Spider #529',
      '002 - War #1',
      '003 - War - Prologue',
      '004 - Spider #532',
      '005 - War Special #1',
    ],
    ['an extra between two chapters', 'Tale c002', 'Tale c002.5 - Omake', 'Tale c003', 'Tale v01 Extra'],
  ])('%s', (_, ...names) => {
    const files = named(...names);
    expect(inOrder(files)).toEqual(names);
    expect(inOrder(files.toReversed())).toEqual(names);
  });

  test('metadata takes precedence over names', () => {
    const files: File[] = [
      ['Tale/b.cbz', { volume: 1, numberText: '1', number: 1 }],
      ['Tale/d.cbz', { volume: 1, numberText: '2', number: 2 }],
      ['Tale/a.cbz', { volume: 2, numberText: '1', number: 1 }],
      ['Tale/c 001.cbz', { numberText: 'Annual 1', number: 1 }],
      ['Tale/e 001.cbz', { numberText: '1', number: 1, formatDetail: 'Annual' }],
    ];
    expect(inOrder(files.toReversed())).toEqual(['b', 'd', 'a', 'c 001', 'e 001']);
  });

  test('places an issue without a volume among the issues of the only volume', () => {
    const files: File[] = [
      ['Tale/Tale 001.cbz', { volume: 2016 }],
      'Tale/Tale 002.cbz',
      ['Tale/Tale 003.cbz', { volume: 2016 }],
      'Tale/Tale 004.cbz',
    ];
    expect(inOrder(files.toReversed())).toEqual(['Tale 001', 'Tale 002', 'Tale 003', 'Tale 004']);
  });

  test('orders magazines by date if their numbers start again each year', () => {
    const magazine = { bookType: 'magazine' } as const;
    const files: File[] = [
      ['Tale/Tale 11.pdf', { ...magazine, releaseDate: '2019-11' }],
      ['Tale/Tale 12.pdf', { ...magazine, releaseDate: '2019-12' }],
      ['Tale/Tale 01.pdf', { ...magazine, releaseDate: '2020-01' }],
      ['Tale/Tale 11 (2).pdf', { ...magazine, releaseDate: '2020-11' }],
    ];
    expect(inOrder(files.toReversed())).toEqual(['Tale 11', 'Tale 12', 'Tale 01', 'Tale 11 (2)']);
  });

  test('places specials by date or by number according to the settings of the series', () => {
    const files: File[] = [
      ['Tale/Tale 001.cbz', { releaseDate: '2011-01' }],
      ['Tale/Tale 002.cbz', { releaseDate: '2011-02' }],
      ['Tale/Tale 003.cbz', { releaseDate: '2011-03' }],
      ['Tale/Tale Annual 001.cbz', { releaseDate: '2011-02-20' }],
    ];
    const order = (specials: OrderSettings['specials']) =>
      inOrder(files.toReversed(), { settings: { specials } }).map((name) => name.slice(5));
    expect(order('after')).toEqual(['001', '002', '003', 'Annual 001']);
    expect(order('by_date')).toEqual(['001', '002', 'Annual 001', '003']);
    expect(order('by_number')).toEqual(['001', 'Annual 001', '002', '003']);
  });

  test('orders a series by date, title or file name according to its settings', () => {
    const files: File[] = [
      ['Tale/c 2.cbz', { title: 'Apple', releaseDate: '2003' }],
      ['Tale/b 3.cbz', { title: 'Cherry', releaseDate: '2001-05' }],
      ['Tale/a 1.cbz', { title: 'Banana', releaseDate: '2001-04-07' }],
    ];
    const order = (bookOrder: OrderSettings['bookOrder']) => inOrder(files, { settings: { bookOrder } });
    expect(order('reading_order')).toEqual(['a 1', 'c 2', 'b 3']);
    expect(order('release_date')).toEqual(['a 1', 'b 3', 'c 2']);
    expect(order('title')).toEqual(['c 2', 'a 1', 'b 3']);
    expect(order('file_name')).toEqual(['a 1', 'b 3', 'c 2']);
  });
});

describe('numbers', () => {
  const numbers = (files: readonly File[], options?: Options) =>
    place(files, options).map(({ number }) => number);

  test('by place are those of the series, and only of series without numbers', () => {
    expect(numbers(named('Alpha', 'Beta', 'Gamma'))).toEqual([1, 2, 3]);
    expect(numbers(named('Alpha'))).toEqual([null]);
    expect(numbers(named('a/2019-05', 'b/2019-06', 'c/2019-07', 'd/2020-01'))).toEqual([1, 2, 3, 4]);
    expect(numbers(named('Tale 004', 'Sketches'))).toEqual([4, null]);
    expect(numbers(named('Alpha', 'Beta', 'Artbook'))).toEqual([1, 2, null]);
    const flat: Options = { library: { seriesStrategy: 'flat' } };
    expect(numbers(named('Alpha', 'Beta'), flat)).toEqual([null, null]);
    const byFile: Options = { library: { numberStrategy: 'file_order' } };
    expect(numbers(named('Tale 020', 'Tale 010', 'Tale Annual 1'), byFile)).toEqual([2, 1, null]);
  });

  test('keep fractions and letters as text', () => {
    const files = named('Tale v04.5', 'Tale c010.5', 'Tale #½', 'Tale #1A', 'Tale 007');
    expect(place(files).map(({ number, numberText }) => [number, numberText])).toEqual([
      [4, '4.5'],
      [10, '10.5'],
      [0, '½'],
      [1, '1A'],
      [7, '7'],
    ]);
  });

  test('for clients increase in reading order and are the numbers of the books where possible', () => {
    const sorts = (...names: string[]) => place(named(...names)).map(({ orderNumber }) => orderNumber);
    expect(sorts('001', '002', '010.5')).toEqual([1, 2, 10.5]);
    expect(sorts('v01 c001', 'v01 c002', 'v01 c003', 'v02 c001', 'v02 c002', 'v02 c006')).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(sorts('Tale v01', 'Tale v02', 'Tale c001', 'Tale c095')).toEqual([1, 2, 3, 95]);
    expect(sorts('Tale 001', 'Tale 003', 'Tale Annual 001', 'Tale Annual 002')).toEqual([1, 3, 4, 5]);
    expect(sorts('Tale 001', 'Tale 001 (Variant)', 'Tale 002')).toEqual([1, 1, 2]);
    expect(sorts('Tale #1', 'Tale #1A', 'Tale #2')).toEqual([1, 1.5, 2]);
    expect(sorts('Alpha', 'Beta')).toEqual([1, 2]);
  });
});

const word = fc.constantFrom(
  ...['Tale', 'tale', 'Tale Annual', 'Tale SP', 'Alpha', 'Omake', 'Tale TPB', 'Tale Part 2', '01 - Tale'],
);
const part = fc.constantFrom(
  '',
  ' v01',
  ' v02',
  ' v02.5',
  ' v10',
  ' S01E02',
  ' 2019-05',
  ' (2011)',
  ' 2019年1号',
);
const issue = fc.constantFrom('', ' c001', ' c002', ' c010.5', ' #1A', ' 003', ' #½', ' 001-003');
const folder = fc.constantFrom('', 'Vol. 1/', 'Vol. 2/', 'Specials/', 'A/');
const path = fc.tuple(folder, word, part, issue).map((parts) => `Tale/${parts.join('')}.cbz`);
const someSettings = fc.record({
  bookOrder: fc.constantFrom('reading_order', 'release_date', 'title', 'file_name' as const),
  specials: fc.constantFrom('after', 'by_date', 'by_number' as const),
});

test('the place of a book does not depend on the order in which books are given', () => {
  const files = fc.uniqueArray(path, { minLength: 1, maxLength: 12 });
  const shuffled = files.chain((names) =>
    fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length })),
  );
  fc.assert(
    fc.property(shuffled, someSettings, ([names, others], settings) => {
      const byPath = (files: readonly string[]) => {
        const places = place(files, { settings });
        return new Map(files.map((name, i) => [name, places[i]]));
      };
      const places = byPath(names);
      const again = byPath(others);
      for (const name of names) expect(again.get(name)).toEqual(places.get(name));
      const sorted = [...places.values()].sort((a, b) => compareBytes(a?.orderKey ?? '', b?.orderKey ?? ''));
      expect(new Set(sorted.map((one) => one?.orderKey)).size).toBe(names.length);
      const numbers = sorted.map((one) => one?.orderNumber ?? 0);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }),
  );
});

// The table of names in reading order, by the code that orders books.

import {
  type AssignableFile,
  SeriesAssignment,
} from '../../server/src/features/ingest/series-assignment/index.ts';
import { toOrdered, toReadingOrder } from '../../server/src/features/libraries/reading-order/index.ts';
import { toSortKey } from '../../server/src/infrastructure/text/sort-key.ts';
import type { Blocks } from './blocks.ts';
import { toCode, toTable } from './table.ts';

/** A file name below the folder of its series, with its metadata. */
type Example =
  | string
  | readonly [name: string, metadata: NonNullable<AssignableFile['metadata']>, shown: string];

/** Series with their files in any order. */
const series: readonly (readonly [why: string, ...examples: Example[]])[] = [
  ['chapters start again in each volume', 'Tower v02 c001.cbz', 'Tower v01 c002.cbz', 'Tower v01 c001.cbz'],
  ['seasons and episodes', 'Gate S02E01.cbz', 'Gate S01E02.cbz', 'Gate S01E01.cbz'],
  [
    'folders are volumes (`series_volume`)',
    'Vol. 2/Moss 001.cbz',
    'Vol. 1/Moss 002.cbz',
    'Vol. 1/Moss 001.cbz',
  ],
  [
    'chapters continue over the volumes',
    'Reef c009.cbz',
    'Reef c004.cbz',
    'Reef v02 c005.cbz',
    'Reef v01 c003.cbz',
    'Reef v01 c001.cbz',
  ],
  ['volumes without chapter numbers', 'Salt c095.cbz', 'Salt v02.cbz', 'Salt v01.cbz'],
  ['fractions and letters', 'Elite v05.epub', 'Elite v04.5.epub', 'Elite v04.epub'],
  ['', 'Ash #2.cbz', 'Ash #1A.cbz', 'Ash #1.cbz', 'Ash #½.cbz'],
  [
    'annuals, specials and extras',
    'Northwind Omake.cbz',
    'Northwind SP01.cbz',
    'Northwind Annual 002 (2013).cbz',
    'Northwind Annual 001 (2012).cbz',
    'Northwind 002 (2011).cbz',
    'Northwind 001 (2011).cbz',
  ],
  ['only collections', 'Wreck v02 TPB.cbz', 'Wreck v01 TPB.cbz'],
  ['no numbers: by title', 'Gamma.cbz', 'Beta.cbz', 'Alpha.cbz'],
  ['a book without a number next to others', 'Lark Sketches.cbz', 'Lark 002.cbz', 'Lark 001.cbz'],
  ['magazines', '2020-01/Dials - 2020-01.pdf', '2019-12/Dials - 2019-12.pdf', '2019-11/Dials - 2019-11.pdf'],
  [
    'metadata takes precedence',
    ['b.cbz', { volume: 1, numberText: '2', number: 2 }, 'Volume 1, Number 2'],
    ['a.cbz', { volume: 2, numberText: '1', number: 1 }, 'Volume 2, Number 1'],
    ['c 001.cbz', { numberText: 'Annual 1', number: 1 }, 'Number Annual 1'],
  ],
  ['two files of one issue', 'Fjord 001 (Variant).cbz', 'Fjord 001.cbz'],
];

const assignment = new SeriesAssignment({
  name: 'Library',
  roots: [{ path: '/library' }],
  seriesStrategy: 'series_volume',
  seriesConfig: null,
  bookStrategy: 'smart',
  numberStrategy: 'smart',
});

function toRows([why, ...examples]: (typeof series)[number]): string[][] {
  const books = examples.map((example) => {
    const [path, metadata, shown] = typeof example === 'string' ? [example, null, ''] : example;
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const folder = ['Series', ...parts].join('/');
    const { order, title, chapter } = assignment.derive({ folder, name, metadata });
    const location = {
      folder,
      fileName: name,
      fileKey: toSortKey(name),
      seriesPath: 'Series',
      rootPosition: 0,
    };
    return { path, shown, order, chapter, ordered: toOrdered(order, toSortKey(title), location) };
  });
  const places = toReadingOrder(books.map(({ ordered }) => ordered));
  return books
    .flatMap((book, i) => {
      const place = places[i];
      return place ? [{ ...book, place }] : [];
    })
    .sort((a, b) => (a.place.orderKey < b.place.orderKey ? -1 : 1))
    .map(({ path, shown, order, chapter, place }, i) => [
      i === 0 ? why : '',
      toCode(path),
      shown,
      order.part,
      String(order.volume ?? ''),
      String(chapter ?? ''),
      place.numberText ?? '',
      String(place.orderNumber),
    ]);
}

export const readingOrderBlocks = (): Blocks => ({
  'reading-order': toTable(
    ['Series', 'File', 'Metadata', 'Part', 'Volume', 'Chapter', 'Number', 'Number for apps'],
    series.flatMap(toRows),
  ),
});

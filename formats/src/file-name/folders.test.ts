import { describe, expect, test } from 'vitest';
import { parseFolderName, parseTitle } from './parse-name.ts';
import { type ParsedFields, toParsedFields } from './parsed-fields.ts';

describe('parseFolderName', () => {
  test.each<[folder: string, name: string, said: ParsedFields]>([
    ['Batman (2016)', 'Batman', { series: 'Batman', year: 2016, seriesYear: 2016 }],
    ['Batman (2011-2016)', 'Batman', { series: 'Batman', year: 2011, yearEnd: 2016, seriesYear: 2011 }],
    ['A Apple Pie (1886)', 'A Apple Pie', { series: 'A Apple Pie', year: 1886, seriesYear: 1886 }],
    ['Batman Vol. 2 (2011)', 'Batman Vol. 2', { series: 'Batman', volume: 2, year: 2011, seriesYear: 2011 }],
    [
      '[Marvel] Spider-Man (2018) [Digital]',
      'Spider-Man',
      { series: 'Spider-Man', year: 2018, seriesYear: 2018, groups: ['Marvel'], tags: ['Digital'] },
    ],
    ['Torinome (鳥の眼)', 'Torinome (鳥の眼)', { series: 'Torinome (鳥の眼)' }],
    ['One_Piece', 'One Piece', { series: 'One Piece' }],
    ['Dr. Stone', 'Dr. Stone', { series: 'Dr. Stone' }],
    ['.hack', '.hack', { series: '.hack' }],
    ['100 Bullets', '100 Bullets', { series: '100 Bullets' }],
    ['Apollo 13', 'Apollo 13', { series: 'Apollo 13' }],
    ['1984', '1984', { series: '1984' }],
    ['Komga rar4', 'Komga rar4', { series: 'Komga rar4' }],
    ['G. K. Chesterton', 'G. K. Chesterton', { series: 'G. K. Chesterton' }],
    ['Volume 1', 'Volume 1', { volume: 1 }],
    ['v02', 'v02', { volume: 2 }],
    ['第3巻', '第3巻', { volume: 3 }],
    ['Season 1', 'Season 1', { volume: 1 }],
    ['Chapter 12.5', 'Chapter 12.5', { chapter: 12.5 }],
    ['Tome 3 - Le retour', 'Tome 3 - Le retour', { title: 'Le retour', volume: 3 }],
    ['Specials', 'Specials', { series: 'Specials', isSpecial: true, format: 'Special' }],
    [
      'The Innocence of Father Brown (123)',
      'The Innocence of Father Brown',
      { series: 'The Innocence of Father Brown' },
    ],
  ])('parses %s with the name %s', (folder, name, stated) => {
    const parsed = parseFolderName(folder);
    expect(parsed.name).toBe(name);
    expect(toParsedFields(parsed)).toEqual(stated);
  });
});

test('parses a title from metadata without an extension', () => {
  expect(toParsedFields(parseTitle('Volume 3'))).toEqual({ volume: 3 });
  expect(toParsedFields(parseTitle('Print.pdf'))).toEqual({ title: 'Print pdf' });
});

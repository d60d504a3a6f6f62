import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseComicInfo } from './parse.ts';
import { writeComicInfo } from './write.ts';

const readBack = (metadata: EmbeddedMetadata) => {
  const info = parseComicInfo(Buffer.from(writeComicInfo(metadata)), defaultLimits);
  return info && toEmbeddedMetadata(info);
};

test('reads back written metadata unchanged', () => {
  const metadata: EmbeddedMetadata = {
    source: 'comic_info',
    title: 'Fish & <Chips> "again"',
    series: 'Sea\u0000 Tales',
    numberText: '1.5',
    number: 1.5,
    seriesPosition: 1.5,
    seriesTotal: 12,
    volume: 2,
    summary: 'One line.\nAnother.',
    releaseDate: '2004-05-31',
    year: 2004,
    month: 5,
    day: 31,
    authors: [
      { name: 'Ann Writer', role: 'writer' },
      { name: 'Bob Inker', role: 'inker' },
      { name: 'Cora Cover', role: 'cover_artist' },
    ],
    publisher: 'House',
    imprint: 'Wing',
    genres: ['Comedy', 'Sea'],
    tags: ['wet'],
    externalLinks: [{ sourceName: 'example.com', url: 'https://example.com/a?b=1&c=2' }],
    pageCount: 32,
    language: 'de',
    formatDetail: 'TPB',
    blackAndWhite: true,
    manga: true,
    bookType: 'manga',
    readingDirection: 'rtl',
    characters: ['A', 'B'],
    teams: ['T'],
    locations: ['L'],
    scanInformation: 'scanned',
    storyArcs: [{ name: 'Arc', numberText: '2', number: 2 }, { name: 'Other' }],
    collections: [{ name: 'Group' }],
    ageRating: 13,
    ageRatingText: 'Teen',
    communityRating: 4.5,
    isbns: ['9783161484100'],
  };
  expect(readBack(metadata)).toMatchObject({ ...metadata, series: 'Sea Tales' });
});

test.each([
  [0, 0],
  [12, 13],
  [16, 17],
  [18, 18],
  [99, 18],
])('writes the age %i as the rating of %i, never a lower one', (given, read) => {
  expect(readBack({ source: 'comic_info', ageRating: given })?.ageRating).toBe(read);
});

test('keeps a name with a comma as one name', () => {
  const authors: EmbeddedMetadata['authors'] = [{ name: 'Lee, Stan', role: 'writer' }];
  expect(readBack({ source: 'comic_info', authors })?.authors).toEqual([
    { name: 'Lee Stan', role: 'writer' },
  ]);
});

test('writes roles that ComicInfo lacks as other roles', () => {
  const authors: EmbeddedMetadata['authors'] = [
    { name: 'Ann', role: 'author' },
    { name: 'Ill', role: 'illustrator' },
  ];
  expect(readBack({ source: 'comic_info', authors })?.authors).toEqual([
    { name: 'Ann', role: 'writer' },
    { name: 'Ill', role: 'penciller' },
  ]);
});

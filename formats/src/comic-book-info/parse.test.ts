import { expect, test } from 'vitest';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { parseComicBookInfo } from './parse.ts';

test('maps a ComicBookInfo comment to the common shape', () => {
  const comment = JSON.stringify({
    appID: 'ComicTagger/1',
    'ComicBookInfo/1.0': {
      series: 'Watchmen',
      title: 'At Midnight, All the Agents',
      publisher: 'DC Comics',
      publicationMonth: 9,
      publicationYear: '1986',
      issue: 1,
      numberOfIssues: 12,
      volume: 1,
      numberOfVolumes: 1,
      rating: 5,
      genre: 'Superhero, Crime',
      language: 'English',
      credits: [
        { person: 'Moore, Alan', role: 'Writer', primary: true },
        { person: 'X', role: 'Baker' },
        7,
        null,
      ],
      tags: ['Rorschach', 3],
      comments: 'Tales',
    },
  });
  expect(parseComicBookInfo(comment, defaultLimits)).toEqual({
    source: 'comic_book_info',
    title: 'At Midnight, All the Agents',
    summary: 'Tales',
    numberText: '1',
    number: 1,
    volume: 1,
    series: 'Watchmen',
    seriesPosition: 1,
    seriesTotal: 12,
    seriesFacts: { totalVolumeCount: 1 },
    authors: [
      { name: 'Moore, Alan', role: 'writer' },
      { name: 'X', role: 'contributor' },
    ],
    publisher: 'DC Comics',
    language: 'en',
    releaseDate: '1986-09',
    year: 1986,
    month: 9,
    genres: ['Superhero', 'Crime'],
    tags: ['Rorschach'],
    communityRating: 5,
  });
});

test('ignores other comments and throws for a malformed one', () => {
  expect(parseComicBookInfo('Scanned by me', defaultLimits)).toBe(undefined);
  expect(parseComicBookInfo('{"ComicBookInfo/1.0": []}', defaultLimits)).toBe(undefined);
  expect(() => parseComicBookInfo('{"ComicBookInfo/1.0": {', defaultLimits)).toThrow(FormatError);
});

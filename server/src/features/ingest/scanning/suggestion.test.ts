import { expect, test } from 'vitest';
import { suggestLibrary } from './suggestion.ts';

const suggest = (name: string, ...paths: string[]) => suggestLibrary({ path: `/media/${name}`, name }, paths);

test.each([
  ['Drawn', ['Saga/Saga 1.cbz', 'Saga/Saga 2.cbr'], 'comics', 'series_volume'],
  ['Manga', ['Akira/Akira 1.cbz'], 'manga', 'series_volume'],
  ['Drawn', ['My_manga/Akira/Akira 1.cbz'], 'manga', 'series_volume'],
  ['Books', ['Saga/Saga 1.cbz'], 'comics', 'series_volume'],
  ['Things', ['Melville/Moby-Dick.epub'], 'books', 'flat'],
  ['Things', ['Melville/Moby-Dick (12)/Moby-Dick.epub'], 'books', 'calibre'],
  ['Things', ['1/a.pdf', '1/b.pdf'], 'documents', 'series_folder'],
  ['Comics', ['1/a.pdf', '1/b.pdf'], 'comics', 'series_volume'],
  ['Light novels', ['1/a.pdf'], 'books', 'flat'],
  ['Things', ['1/a.pdf', '1/b.epub', '1/c.cbz'], 'mixed', 'series_folder'],
  ['Drawn', ['a.cbz', 'b.cbz'], 'comics', 'flat'],
  // A kind that would leave out some of the books.
  ['Family books', ['Saga/1.cbz', 'Moby/a.epub', 'Emma/b.mobi'], 'mixed', 'series_folder'],
  ['Drawn', ['Saga/1.cbz', 'Saga/2.cbz', 'Emma/b.mobi'], 'mixed', 'series_folder'],
  ['漫画', [], 'manga', 'series_volume'],
] as const)('suggests settings for %s with %j: %s, %s', (name, paths, kind, seriesStrategy) => {
  expect(suggest(name, ...paths)).toEqual({ kind, seriesStrategy, libraries: [] });
});

test('suggests several libraries for folders that are named after kinds', () => {
  const paths = ['Comics/Saga/1.cbz', 'Comics/Saga/2.cbz', 'Manga/Akira/1.cbz', 'Other/1/a.epub'];
  expect(suggest('media', ...paths).libraries).toEqual([
    {
      name: 'Comics',
      path: '/media/media/Comics',
      kind: 'comics',
      seriesStrategy: 'series_volume',
      bookCount: 2,
    },
    {
      name: 'Manga',
      path: '/media/media/Manga',
      kind: 'manga',
      seriesStrategy: 'series_volume',
      bookCount: 1,
    },
    { name: 'Other', path: '/media/media/Other', kind: 'books', seriesStrategy: 'flat', bookCount: 1 },
  ]);
  expect(suggest('media', ...paths, 'one.cbz').libraries).toEqual([]);
  expect(suggest('media', 'Saga/1.cbz', 'Comics/1.cbz').libraries).toEqual([]);
});

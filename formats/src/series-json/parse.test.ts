import { expect, test } from 'vitest';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { parseSeriesJson } from './parse.ts';

const parse = (document: unknown) => parseSeriesJson(Buffer.from(JSON.stringify(document)), defaultLimits);
const series = {
  type: 'comicSeries',
  publisher: 'Image',
  imprint: null,
  name: 'Saga',
  comicid: 12345,
  year: 2012,
  description_text: 'Two soldiers.',
  volume: null,
  booktype: 'Print',
  age_rating: '17+',
  comic_image: 'https://img.example/1.jpg',
  total_issues: 54,
  status: 'Continuing',
};

test('reads a series.json of version 1.0.2 and ignores the total of a running series', () => {
  expect(parse({ version: '1.0.2', metadata: series })).toEqual({
    title: 'Saga',
    summary: 'Two soldiers.',
    publisher: 'Image',
    status: 'ongoing',
    ageRating: 17,
    year: 2012,
    formatDetail: 'Print',
    identifiers: [{ scheme: 'comicvine', value: '12345' }],
    coverUrl: 'https://img.example/1.jpg',
  });
});

test('reads the older shape with a list and other names', () => {
  const { comicid, comic_image, ...rest } = series;
  const old = [{ ...rest, cid: String(comicid), ComicImage: comic_image, status: 'Ended' }];
  expect(parse({ metadata: old })).toMatchObject({
    status: 'ended',
    totalChapterCount: 54,
    identifiers: [{ scheme: 'comicvine', value: '12345' }],
    coverUrl: 'https://img.example/1.jpg',
  });
});

test('ignores other types and shapes, and throws for malformed documents', () => {
  expect(parse({ metadata: { ...series, type: 'movie' } })).toBe(undefined);
  expect(parse([1])).toBe(undefined);
  expect(parse({ metadata: 'x' })).toBe(undefined);
  expect(() => parseSeriesJson(Buffer.from('{'), defaultLimits)).toThrow(FormatError);
  expect(() => parseSeriesJson(Buffer.from('['.repeat(100_000)), defaultLimits)).toThrow(FormatError);
  expect(() => parseSeriesJson(Buffer.from('{}'), { ...defaultLimits, maxDocumentBytes: 1 })).toThrow(
    FormatError,
  );
});

import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseOpf } from './parse.ts';
import { writeOpf } from './write.ts';

test('reads back written metadata unchanged', () => {
  const metadata: EmbeddedMetadata = {
    source: 'opf',
    title: 'War & <Peace>',
    titleSort: 'War and Peace',
    summary: 'A long one.',
    authors: [
      { name: 'Leo Tolstoy', role: 'author', sortName: 'Tolstoy, Leo' },
      { name: 'Ann Dunnigan', role: 'translator' },
      { name: 'Ill', role: 'illustrator' },
      { name: 'Somebody', role: 'contributor' },
    ],
    publisher: 'House',
    releaseDate: '1968-05',
    year: 1968,
    month: 5,
    originalYear: 1869,
    language: 'en',
    subjects: ['History', 'Novel', 'thick'],
    isbns: ['9783161484100'],
    identifiers: [
      { scheme: 'uuid', value: 'b-1' },
      { scheme: 'goodreads', value: '123' },
    ],
    series: 'Classics "of all"',
    seriesPosition: 2.5,
    number: 2.5,
    numberText: '2.5',
    communityRating: 4.5,
    rights: 'Public domain',
  };
  const { identifiers = [], ...rest } = metadata;
  const text = writeOpf('b-1', { ...rest, identifiers: identifiers.slice(1) });
  expect(toEmbeddedMetadata(parseOpf(Buffer.from(text), defaultLimits))).toEqual(metadata);
});

test('writes distinct genres and tags as subjects, like calibre', () => {
  const text = writeOpf('b-1', { source: 'opf', genres: ['A', 'B'], tags: ['B', 'C'] });
  expect(toEmbeddedMetadata(parseOpf(Buffer.from(text), defaultLimits)).subjects).toEqual(['A', 'B', 'C']);
});

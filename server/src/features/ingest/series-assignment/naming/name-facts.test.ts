import { parseFileName } from '@lectern/formats/file-name/parse-name';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { expect, test } from 'vitest';
import { completeMetadata, toNameFacts } from './name-facts.ts';

const complete = (name: string, folder?: string, metadata: EmbeddedMetadata | null = null) =>
  completeMetadata(metadata, toNameFacts(parseFileName(name), folder));

test.each([
  ['Ann Author - A Title (2016).pdf', undefined, { authors: [{ name: 'Ann Author', role: 'author' }] }],
  ['Ann Author - A Title (2016).pdf', undefined, { releaseDate: '2016' }],
  ['The Weekly - 2019-05-14.pdf', undefined, { releaseDate: '2019-05-14' }],
  ['A Title [9783161484100].epub', undefined, { isbns: ['9783161484100'] }],
  ['Saga 054 (2018) (Digital) (Zone-Empire).cbz', 'Saga (2012)', { releaseDate: '2018' }],
  ['Saga 054.cbz', 'Saga (French)', { language: 'fr' }],
])('%s states values of its book', (name, folder, expected) => {
  expect(complete(name, folder)).toMatchObject(expected);
});

test('the year of the series is not the date of a book', () => {
  expect(complete('Saga 054.cbz', 'Saga (2012)')).toBeNull();
  expect(complete('Batman v2016 005.cbz')?.releaseDate).toBeUndefined();
});

test('metadata takes precedence, field by field', () => {
  const metadata: EmbeddedMetadata = {
    source: 'pdf',
    authors: [{ name: 'Another', role: 'author' }],
    releaseDate: '2001',
  };
  expect(complete('Ann Author - A Title (2016) [9783161484100].pdf', undefined, metadata)).toEqual({
    ...metadata,
    isbns: ['9783161484100'],
  });
});

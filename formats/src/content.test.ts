import { expect, test } from 'vitest';
import { fc } from '../../server/test/harness/property.ts';
import { type BookContent, decodeContent, encodeContent, type StoredPage } from './content.ts';

const aPage = (i: number, page: Partial<StoredPage> = {}): StoredPage => ({
  name: `Chapter 01/page ${String(i).padStart(3, '0')}.jpg`,
  mediaType: 'image/jpeg',
  sizeBytes: 350_000 + i * 17,
  packedBytes: 350_000 + i * 17,
  method: 'stored',
  offset: i * 351_000,
  index: i,
  crc32: (i * 2_654_435_761) % 2 ** 32,
  width: 1800,
  height: 2700,
  isDouble: false,
  ...page,
});

const aBook = (pages: StoredPage[]): BookContent => ({
  container: 'zip',
  isSolid: false,
  pages,
  resources: [],
  cover: { page: 0 },
  epub: null,
});

test('restores encoded content unchanged', () => {
  const book: BookContent = {
    container: 'rar',
    isSolid: true,
    pages: [
      aPage(1),
      aPage(2, { width: null, height: null, isDouble: true, method: 'other', packedBytes: 9 }),
    ],
    resources: [
      {
        name: 'OEBPS/a|b.css',
        mediaType: 'text/css',
        sizeBytes: 10,
        packedBytes: 7,
        method: 'deflate',
        offset: 5,
        index: 9,
        crc32: null,
      },
    ],
    cover: { resource: 0 },
    epub: { layout: 'reflowable', spine: [{ name: 'a.xhtml' }], resources: [] },
  };
  expect(decodeContent(encodeContent(book))).toEqual(book);
});

test('restores any names and numbers', () => {
  const fields = {
    name: fc.string({ unit: 'grapheme' }),
    mediaType: fc.constantFrom('image/jpeg', 'image/png'),
    sizeBytes: fc.nat(2 ** 40),
    packedBytes: fc.nat(2 ** 40),
    method: fc.constantFrom('stored' as const, 'deflate' as const, 'other' as const),
    offset: fc.nat(2 ** 45),
    index: fc.nat(100_000),
    crc32: fc.option(fc.nat(2 ** 32 - 1)),
    width: fc.option(fc.nat(65_535)),
    height: fc.option(fc.nat(65_535)),
    isDouble: fc.boolean(),
  };
  const packing = fc.constantFrom('21210118', '2303010105');
  const page = fc.oneof(fc.record(fields), fc.record({ ...fields, packing }));
  fc.assert(
    fc.property(fc.array(page, { maxLength: 20 }), (pages) => {
      expect(decodeContent(encodeContent(aBook(pages)))).toEqual(aBook(pages));
    }),
  );
});

test('encodes a page in a few bytes', () => {
  const pages = Array.from({ length: 200 }, (_, i) => aPage(i));
  expect(encodeContent(aBook(pages)).length / pages.length).toBeLessThan(16);
});

test('rejects a value of another version', () => {
  const bytes = encodeContent(aBook([aPage(1)]));
  bytes[0] = 99;
  expect(decodeContent(bytes)).toBeUndefined();
});

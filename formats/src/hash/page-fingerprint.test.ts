import { expect, test } from 'vitest';
import type { BookContent, StoredPage } from '../content.ts';
import { findVersionShare, toSketch } from './page-fingerprint.ts';

const toPage = (sizeBytes: number, crc32: number | null, width = 800): StoredPage => ({
  name: `${sizeBytes}.jpg`,
  mediaType: 'image/jpeg',
  sizeBytes,
  packedBytes: sizeBytes,
  method: 'stored',
  offset: 0,
  index: 0,
  crc32,
  width,
  height: 1200,
  isDouble: false,
});
const toBook = (pages: StoredPage[]): BookContent => ({
  container: 'zip',
  isSolid: false,
  pages,
  resources: [],
  cover: null,
  epub: null,
});
/** Pages from `from` to `to`. With `hasSums` unset, without checksums. */
const book = (from: number, to: number, hasSums = true): BookContent =>
  toBook(
    Array.from({ length: to - from + 1 }, (_, i) => toPage(1000 + from + i, hasSums ? from + i + 1 : null)),
  );
const share = (a: BookContent, b: BookContent) => [findVersionShare(a, b), findVersionShare(b, a)];

test('returns the common share of versions of a book, and nothing for different books', () => {
  expect(share(book(1, 20), book(1, 20))).toEqual([1, 1]);
  expect(share(book(1, 20), book(3, 20))[0]).toBeCloseTo(0.9, 2);
  expect(share(book(1, 20), book(1, 15))).toEqual([undefined, undefined]);
  expect(share(book(1, 20), book(11, 30))).toEqual([undefined, undefined]);
  // Three common pages may be credits.
  expect(share(book(1, 3), book(1, 3))).toEqual([undefined, undefined]);
});

test('accepts one more page at the start or the end of a short book', () => {
  expect(share(book(1, 3), book(1, 4))[0]).toBeCloseTo(0.75, 2);
  expect(share(book(1, 2), book(0, 2))[0]).toBeCloseTo(0.67, 2);
  expect(share(book(1, 1), book(1, 2))).toEqual([undefined, undefined]);
  expect(share(book(1, 2), book(1, 4))).toEqual([undefined, undefined]);
  const between = toBook([...book(1, 1).pages, toPage(5, 5), ...book(2, 2).pages]);
  expect(share(book(1, 2), between)).toEqual([undefined, undefined]);
  // The other page is most of the book.
  const long = toBook([toPage(900_000, 9), ...book(1, 2).pages]);
  expect(share(book(1, 2), long)).toEqual([undefined, undefined]);
});

test('compares sizes in order if checksums are missing, and only if they differ among the pages', () => {
  expect(share(book(1, 6), book(1, 6, false))).toEqual([1, 1]);
  expect(share(book(1, 6, false), book(1, 6, false))).toEqual([1, 1]);
  expect(share(book(1, 6), book(2, 7, false))).toEqual([undefined, undefined]);
  expect(share(book(1, 3), book(1, 3, false))).toEqual([undefined, undefined]);
  const equal = (crc: number | null) => toBook(Array.from({ length: 9 }, () => toPage(1000, crc)));
  expect(share(equal(1), equal(null))).toEqual([undefined, undefined]);
});

test('books to compare share checksums, or the sizes of all pages', () => {
  const isFound = (a: BookContent, b: BookContent) => {
    const known = new Set(toSketch(a));
    return toSketch(b).some((mark) => known.has(mark));
  };
  expect(isFound(book(1, 20), book(3, 20))).toBe(true);
  expect(isFound(book(1, 6), book(1, 6, false))).toBe(true);
  expect(isFound(book(1, 20, false), book(1, 20, false))).toBe(true);
  // Some pages have the same size by chance.
  expect(isFound(book(1, 20, false), book(11, 30, false))).toBe(false);
  // The pages of PDFs.
  const paper = (count: number) => toBook(Array.from({ length: count }, () => toPage(0, null)));
  expect(isFound(paper(9), paper(9))).toBe(false);
});

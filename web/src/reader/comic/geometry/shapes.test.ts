import { expect, test } from 'vitest';
import { hasRoomForTwo, looksLikeStrip } from './shapes.ts';

const page = (width: number | null, height: number | null, doublePage = false) => ({
  pageNumber: 1,
  width,
  height,
  doublePage,
});
const book = Array.from({ length: 10 }, () => page(400, 600));

test('two pages have room on a wide screen, not on an upright or a nearly square one', () => {
  const screens = [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
    [900, 800],
  ] as const;
  expect(screens.map(([width, height]) => hasRoomForTwo(book, { width, height }))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  // Square pages need more room, and those whose size is not known are taken for usual ones.
  const square = book.map(() => page(600, 600));
  expect(hasRoomForTwo(square, { width: 1440, height: 900 })).toBe(false);
  expect(hasRoomForTwo([page(null, null)], { width: 1440, height: 900 })).toBe(true);
});

test('a book of far taller pages is a strip, with a cover and short ends of chapters', () => {
  const long = page(800, 4_000);
  expect(looksLikeStrip([page(400, 600), long, long, page(800, 300), long, long])).toBe(true);
  expect(looksLikeStrip(book)).toBe(false);
  expect(looksLikeStrip([long, long])).toBe(false);
  expect(looksLikeStrip([long, long, long, ...book])).toBe(false);
  expect(looksLikeStrip([page(null, null), page(null, null), page(null, null)])).toBe(false);
});

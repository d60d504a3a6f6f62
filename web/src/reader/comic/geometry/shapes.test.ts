import { expect, test } from 'vitest';
import { hasRoomForTwo, looksLikeStrip } from './shapes.ts';

const page = (width: number | null, height: number | null, doublePage = false) => ({
  pageNumber: 1,
  width,
  height,
  doublePage,
});
const book = Array.from({ length: 10 }, () => page(400, 600));

test('shows two pages on a wide screen, but not on a portrait or nearly square one', () => {
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
  // Square pages need more width. Pages of unknown size count as typical pages.
  const square = book.map(() => page(600, 600));
  expect(hasRoomForTwo(square, { width: 1440, height: 900 })).toBe(false);
  expect(hasRoomForTwo([page(null, null)], { width: 1440, height: 900 })).toBe(true);
});

test('detects a webtoon by tall pages, except for a cover and short chapter ends', () => {
  const long = page(800, 4_000);
  expect(looksLikeStrip([page(400, 600), long, long, page(800, 300), long, long])).toBe(true);
  expect(looksLikeStrip(book)).toBe(false);
  expect(looksLikeStrip([long, long])).toBe(false);
  expect(looksLikeStrip([long, long, long, ...book])).toBe(false);
  expect(looksLikeStrip([page(null, null), page(null, null), page(null, null)])).toBe(false);
});

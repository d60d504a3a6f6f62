import { expect, test } from 'vitest';
import { findSpread, type PageFacts, toPreload, toSpreads } from './spreads.ts';

const upright = (pageNumber: number): PageFacts => ({
  pageNumber,
  width: 100,
  height: 150,
  doublePage: false,
});
const wide = (pageNumber: number): PageFacts => ({ pageNumber, width: 300, height: 150, doublePage: true });
const twos = { isDouble: true, isCoverAlone: true, isShifted: false };

test('shows single pages, or pairs with a single cover', () => {
  const pages = [1, 2, 3, 4].map(upright);
  expect(toSpreads(pages, { ...twos, isDouble: false })).toEqual([[1], [2], [3], [4]]);
  expect(toSpreads(pages, twos)).toEqual([[1], [2, 3], [4]]);
  expect(toSpreads(pages, { ...twos, isCoverAlone: false })).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('starts pairs one page later when they are shifted', () => {
  const pages = [1, 2, 3, 4, 5].map(upright);
  expect(toSpreads(pages, { ...twos, isShifted: true })).toEqual([[1], [2], [3, 4], [5]]);
  expect(toSpreads(pages, { ...twos, isCoverAlone: false, isShifted: true })).toEqual([[1], [2, 3], [4, 5]]);
});

test('shows a wide page alone and starts new pairs after it', () => {
  const pages = [upright(1), upright(2), wide(3), upright(4), upright(5)];
  expect(toSpreads(pages, twos)).toEqual([[1], [2], [3], [4, 5]]);
});

test('finds the spread of a page, and the last spread for a page beyond the end', () => {
  const spreads = [[1], [2, 3], [4]];
  expect([1, 2, 3, 4, 99].map((page) => findSpread(spreads, page))).toEqual([0, 1, 1, 2, 2]);
  expect(findSpread([], 1)).toBe(0);
});

test('preloads two spreads ahead and one behind, each page once', () => {
  const spreads = [[1], [2, 3], [4, 5], [6]];
  expect([1, 0, 3].map((at) => toPreload(spreads, at))).toEqual([[2, 3, 0], [1, 2], [2]]);
  const halves = [[1], [2], [2], [3], [3], [4]];
  expect([0, 1, 2, 3].map((at) => toPreload(halves, at))).toEqual([
    [1, 3],
    [3, 5, 0],
    [3, 5, 0],
    [5, 2],
  ]);
});

test('splits wide pages into two spreads, but not in double-page layout', () => {
  const pages = [upright(1), wide(2), upright(3)];
  expect(toSpreads(pages, { ...twos, isDouble: false, isSplit: true })).toEqual([[1], [2], [2], [3]]);
  expect(toSpreads(pages, { ...twos, isSplit: true })).toEqual([[1], [2], [3]]);
});

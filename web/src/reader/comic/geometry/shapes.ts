// Decisions based on the aspect ratios of pages and screen: whether two pages fit side by side, and whether a book is a
// webtoon. Uses no browser API.
import type { Size } from './sizes.ts';
import type { PageFacts } from './spreads.ts';

/** Pages with a known size, without wide pages, which are double pages. */
function listShapes(pages: readonly PageFacts[]): number[] {
  return pages.flatMap(({ width, height, doublePage }) =>
    width && height && !doublePage ? [height / width] : [],
  );
}

const middleOf = (all: readonly number[]): number | undefined =>
  all.toSorted((a, b) => a - b)[all.length >> 1];

/** A typical comic page is 1.5 times as high as wide. */
const usualShape = 1.5;

/** Whether two pages of screen height fit side by side. */
export function hasRoomForTwo(pages: readonly PageFacts[], screen: Size): boolean {
  const shape = middleOf(listShapes(pages)) ?? usualShape;
  return screen.width > screen.height && (2 * screen.height) / shape <= screen.width * 1.05;
}

/** Taller pages are not printed pages. */
const stripShape = 2.2;
const fewestPages = 3;

/** Whether most pages are parts of a long strip. Ignores that the first is often a cover and the last of a chapter is short. */
export function looksLikeStrip(pages: readonly PageFacts[]): boolean {
  const shapes = listShapes(pages);
  const isTall = shapes.filter((shape) => shape >= stripShape).length;
  return shapes.length >= fewestPages && isTall > pages.length * 0.6;
}

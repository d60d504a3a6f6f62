// What the shapes of pages and screen say: whether two pages fit side by side, and whether a book is a webtoon. No browser.
import type { Size } from './sizes.ts';
import type { PageFacts } from './spreads.ts';

/** Pages whose size is known; wide ones are two pages in one. */
function listShapes(pages: readonly PageFacts[]): number[] {
  return pages.flatMap(({ width, height, doublePage }) =>
    width && height && !doublePage ? [height / width] : [],
  );
}

const middleOf = (all: readonly number[]): number | undefined =>
  all.toSorted((a, b) => a - b)[all.length >> 1];

/** A page of a comic is about half again as high as it is wide. */
const usualShape = 1.5;

/** Whether two pages as high as the screen have room beside each other. */
export function hasRoomForTwo(pages: readonly PageFacts[], screen: Size): boolean {
  const shape = middleOf(listShapes(pages)) ?? usualShape;
  return screen.width > screen.height && (2 * screen.height) / shape <= screen.width * 1.05;
}

/** That much higher than wide is no page of paper. */
const stripShape = 2.2;
const fewestPages = 3;

/** Whether most pages are pieces of a long strip. The first is often a cover, the last of each chapter short. */
export function looksLikeStrip(pages: readonly PageFacts[]): boolean {
  const shapes = listShapes(pages);
  const isTall = shapes.filter((shape) => shape >= stripShape).length;
  return shapes.length >= fewestPages && isTall > pages.length * 0.6;
}

// Whether two comics are the same in another scan, size or format: most of the compared pages look alike, in their order.
import type { PageTable } from './page-table.ts';

export interface Likeness {
  /** Pages that look alike, of so many that could. */
  matching: number;
  compared: number;
}

/**
 * Bits of 128. The same page in another size, quality or format differs in up to 6, cropped by 3 per cent in 7 to 15; different
 * pages of a corpus in 27 and more.
 */
export const samePageBits = 16;
/** Pages by which one of the two may be ahead, having a page more at its front or its back. */
const maxShift = 2;
const minShare = 0.6;
const minPages = 3;

/** Of two books by their places; undefined where they are different ones. */
export function compareBooks(pages: PageTable, a: number, b: number): Likeness | undefined {
  const most = Math.max(pages.countOf(a), pages.countOf(b));
  if (Math.abs(pages.countOf(a) - pages.countOf(b)) > Math.max(maxShift, most * 0.1)) return undefined;
  const [ofA, ofB] = [pages.pagesOf(a), pages.pagesOf(b)];
  const compared = Math.min(ofA.length, ofB.length);
  if (compared < minPages) return undefined;
  // Advertisements and credits are the same in different books; what lies between them is not.
  const isMiddle = (page: number) => pages.zoneOf(page) === 'middle';
  const [middleA, middleB] = [ofA.filter(isMiddle), ofB.filter(isMiddle)];
  if (countTwins(pages, middleA, middleB) < Math.min(middleA.length, middleB.length) / 2) return undefined;
  const matching = countTwins(pages, ofA, ofB);
  return matching >= Math.max(minPages, compared * minShare) ? { matching, compared } : undefined;
}

/** How many of these have another page among those that looks like it, about where it is. */
function countTwins(pages: PageTable, these: readonly number[], those: readonly number[]): number {
  const taken = new Set<number>();
  for (const page of these) {
    const twin = those.find((other) => !taken.has(other) && isTwin(pages, page, other));
    if (twin !== undefined) taken.add(twin);
  }
  return taken.size;
}

function isTwin(pages: PageTable, page: number, other: number): boolean {
  const fromFront = pages.numberOf(page) - pages.numberOf(other);
  const fromBack = fromFront - pages.countOf(pages.bookOf(page)) + pages.countOf(pages.bookOf(other));
  if (Math.min(Math.abs(fromFront), Math.abs(fromBack)) > maxShift) return false;
  return pages.countDifferences(page, other, samePageBits) <= samePageBits;
}

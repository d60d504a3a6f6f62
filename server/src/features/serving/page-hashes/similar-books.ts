// Decides whether two comics are the same in another scan, size or format: most compared pages are similar and in the
// same order.
import type { PageTable } from './page-table.ts';

export interface Likeness {
  /** Number of similar pages, out of `compared`. */
  matching: number;
  compared: number;
}

/**
 * Out of 128 bits. The same page in another size, quality or format differs in up to 6 bits, cropped by 3 percent in 7
 * to 15; different pages of a corpus differ in 27 or more.
 */
export const samePageBits = 16;
/** Maximum offset between matching pages, caused by additional pages at the start or end. */
const maxShift = 2;
const minShare = 0.6;
const minPages = 3;

/** Compares two books by index; undefined for different books. */
export function compareBooks(pages: PageTable, a: number, b: number): Likeness | undefined {
  const most = Math.max(pages.countOf(a), pages.countOf(b));
  if (Math.abs(pages.countOf(a) - pages.countOf(b)) > Math.max(maxShift, most * 0.1)) return undefined;
  const ofA = pages.pagesOf(a);
  const ofB = pages.pagesOf(b);
  const compared = Math.min(ofA.length, ofB.length);
  if (compared < minPages) return undefined;
  // Advertisements and credits repeat in different books; the middle pages do not.
  const isMiddle = (page: number) => pages.zoneOf(page) === 'middle';
  const middleA = ofA.filter(isMiddle);
  const middleB = ofB.filter(isMiddle);
  if (countTwins(pages, middleA, middleB) < Math.min(middleA.length, middleB.length) / 2) return undefined;
  const matching = countTwins(pages, ofA, ofB);
  return matching >= Math.max(minPages, compared * minShare) ? { matching, compared } : undefined;
}

/** Number of pages with a similar page at about the same position in the other book. */
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

// Page pairs: the first page of each spread, and the spreads before and after it. Uses no browser API.

/** Single pages, pairs with a single cover, or pairs from the first page. */
export type Spread = 'one' | 'cover' | 'two';

/** The first page of the spread that contains a page. */
function toSpreadStart(page: number, spread: Spread): number {
  if (spread === 'one') return page;
  if (spread === 'two') return page - ((page - 1) % 2);
  return page === 1 ? 1 : page - (page % 2);
}

/** The pages of the spread that contains a page. */
export function toSpreadPages(page: number, spread: Spread, count: number): number[] {
  const start = toSpreadStart(page, spread);
  const isAlone = spread === 'one' || (spread === 'cover' && start === 1) || start >= count;
  return isAlone ? [start] : [start, start + 1];
}

/** The first page of the next or previous spread. May be outside the document. */
export function turnFrom(page: number, to: 'next' | 'previous', spread: Spread): number {
  const start = toSpreadStart(page, spread);
  if (to === 'previous') return toSpreadStart(Math.max(1, start - 1), spread);
  const isAlone = spread === 'one' || (spread === 'cover' && start === 1);
  return start + (isAlone ? 1 : 2);
}

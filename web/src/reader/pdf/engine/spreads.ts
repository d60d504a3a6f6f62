// Pages side by side: which page begins a spread, and those before and after it. No browser.

/** One page; two with the cover alone; two from the first page on. */
export type Spread = 'one' | 'cover' | 'two';

/** The first page of the spread that a page is on. */
function toSpreadStart(page: number, spread: Spread): number {
  if (spread === 'one') return page;
  if (spread === 'two') return page - ((page - 1) % 2);
  return page === 1 ? 1 : page - (page % 2);
}

/** The page to go to from a page: the first of the next spread, or of the one before. May lie outside the document. */
export function turnFrom(page: number, to: 'next' | 'previous', spread: Spread): number {
  const start = toSpreadStart(page, spread);
  if (to === 'previous') return toSpreadStart(Math.max(1, start - 1), spread);
  const isAlone = spread === 'one' || (spread === 'cover' && start === 1);
  return start + (isAlone ? 1 : 2);
}

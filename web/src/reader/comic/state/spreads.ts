// Which pages are shown together, and which are preloaded. No browser.
import type { SeriesSettings } from './settings.ts';

export interface PageFacts {
  /** From 1. */
  pageNumber: number;
  width: number | null;
  height: number | null;
  doublePage: boolean;
}

/** Pages shown together, in reading order. */
export type Spread = readonly number[];

type Pairing = Pick<SeriesSettings, 'isCoverAlone' | 'isShifted'> & { isDouble: boolean };

/** Wide pages stand alone, and pairs start anew after them; other pages are paired where `isDouble` is set. */
export function toSpreads(
  pages: readonly PageFacts[],
  { isDouble, isCoverAlone, isShifted }: Pairing,
): Spread[] {
  if (!isDouble) return pages.map(({ pageNumber }) => [pageNumber]);
  const spreads: number[][] = [];
  const singles = Number(isCoverAlone) + Number(isShifted);
  let open: number[] | undefined;
  for (const [index, page] of pages.entries()) {
    if (page.doublePage || index < singles) {
      spreads.push([page.pageNumber]);
      open = undefined;
    } else if (open) {
      open.push(page.pageNumber);
      open = undefined;
    } else {
      open = [page.pageNumber];
      spreads.push(open);
    }
  }
  return spreads;
}

/** Index of the spread with the page; the last one for a page beyond the end. */
export function findSpread(spreads: readonly Spread[], page: number): number {
  const index = spreads.findIndex((spread) => spread.includes(page));
  return index >= 0 ? index : Math.max(0, spreads.length - 1);
}

/** Spreads to preload, by priority: two ahead, one behind. */
export const toPreload = (spreads: readonly Spread[], at: number): Spread[] =>
  [at + 1, at + 2, at - 1].flatMap((index) => (spreads[index] ? [spreads[index]] : []));

// Determines which pages are shown together and which are preloaded. Uses no browser API.
import type { SeriesSettings } from '../state/settings.ts';

export interface PageFacts {
  /** One-based page number. */
  pageNumber: number;
  width: number | null;
  height: number | null;
  doublePage: boolean;
}

/** Pages shown together, in reading order. */
export type Spread = readonly number[];

interface Pairing extends Pick<SeriesSettings, 'isCoverAlone' | 'isShifted'> {
  isDouble: boolean;
  /** Wide pages become two spreads, one per half, unless pages are paired. */
  isSplit?: boolean;
}

/** Wide pages are shown alone, and new pairs start after them. Other pages are paired if `isDouble` is set. */
export function toSpreads(
  pages: readonly PageFacts[],
  { isDouble, isCoverAlone, isShifted, isSplit = false }: Pairing,
): Spread[] {
  if (!isDouble)
    return pages.flatMap(({ pageNumber, doublePage }) =>
      isSplit && doublePage ? [[pageNumber], [pageNumber]] : [[pageNumber]],
    );
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

/** Index of the spread with the page, or of the last one for a page beyond the end. */
export function findSpread(spreads: readonly Spread[], page: number): number {
  const index = spreads.findIndex((spread) => spread.includes(page));
  return index >= 0 ? index : Math.max(0, spreads.length - 1);
}

/** Indexes of the spreads to preload, by priority: two ahead, one behind. The other half of a page is already loaded. */
export function toPreload(spreads: readonly Spread[], at: number): number[] {
  const seen = new Set(spreads[at]);
  const collect = (step: 1 | -1, count: number): number[] => {
    const found: number[] = [];
    for (let index = at + step; spreads[index] && found.length < count; index += step) {
      const isNew = spreads[index]?.some((page) => !seen.has(page));
      for (const page of spreads[index] ?? []) seen.add(page);
      if (isNew) found.push(index);
    }
    return found;
  };
  return [...collect(1, 2), ...collect(-1, 1)];
}

// Where a reader is in a comic and how it is shown. No React, no browser: pages in, pages out.

export type Mode = 'paged' | 'strip';
export type Direction = 'ltr' | 'rtl';
export type Fit = 'screen' | 'width' | 'height' | 'original';

export interface Settings {
  mode: Mode;
  direction: Direction;
  fit: Fit;
  /** Two pages side by side where both are upright. */
  isDouble: boolean;
  /** The first page stands alone, as a cover does. */
  isCoverAlone: boolean;
}

export interface PageFacts {
  /** From 1. */
  pageNumber: number;
  width: number | null;
  height: number | null;
  doublePage: boolean;
}

/** Pages shown together, in reading order. */
export type Spread = readonly number[];

/** Wide pages stand alone; the others in twos when asked for. */
export function toSpreads(
  pages: readonly PageFacts[],
  { isDouble, isCoverAlone }: Pick<Settings, 'isDouble' | 'isCoverAlone'>,
): Spread[] {
  if (!isDouble) return pages.map(({ pageNumber }) => [pageNumber]);
  const spreads: number[][] = [];
  let open: number[] | undefined;
  for (const [index, page] of pages.entries()) {
    const standsAlone = page.doublePage || (index === 0 && isCoverAlone);
    if (standsAlone) {
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

/** The spread that holds the page; the last one for a page beyond. */
export function findSpread(spreads: readonly Spread[], page: number): number {
  const index = spreads.findIndex((spread) => spread.includes(page));
  return index >= 0 ? index : Math.max(0, spreads.length - 1);
}

/** Spreads to have ready: two ahead, one behind. */
export const toPreload = (spreads: readonly Spread[], at: number): number[] =>
  [at + 1, at + 2, at - 1].flatMap((index) => spreads[index] ?? []);

export type Step = 'next' | 'previous' | 'first' | 'last';

/** What a key means; undefined for one that means nothing. Only left and right depend on the direction. */
export function toStep(key: string, { direction }: Pick<Settings, 'direction'>): Step | undefined {
  const [right, left]: Step[] = direction === 'rtl' ? ['previous', 'next'] : ['next', 'previous'];
  const steps: Record<string, Step | undefined> = {
    ArrowRight: right,
    ArrowLeft: left,
    ArrowDown: 'next',
    ArrowUp: 'previous',
    PageDown: 'next',
    PageUp: 'previous',
    ' ': 'next',
    Home: 'first',
    End: 'last',
  };
  return steps[key];
}

/** A third of the screen at each side turns the page; the middle shows the bars. */
export function toZone(share: number, { direction }: Pick<Settings, 'direction'>): Step | 'menu' {
  if (share > 1 / 3 && share < 2 / 3) return 'menu';
  const isRight = share >= 2 / 3;
  return isRight === (direction === 'ltr') ? 'next' : 'previous';
}

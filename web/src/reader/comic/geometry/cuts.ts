// Computes the visible part of a page: cropped borders, and halves of a split page. Uses no browser API.
import type { Size } from './sizes.ts';
import type { Spread } from './spreads.ts';

/** Hidden margins at each side as shares of the page, 0 to 1. */
export interface Cut {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const noCut: Cut = { left: 0, top: 0, right: 0, bottom: 0 };

/** Whether nothing is cut off. */
export const isWhole = ({ left, top, right, bottom }: Cut): boolean => left + top + right + bottom === 0;

/** In reading order. */
export type Half = 'first' | 'second';

/** Undefined for a page that is not split. The halves of a split page are two consecutive spreads. */
export function findHalf(spreads: readonly Spread[], at: number): Half | undefined {
  const page = spreads[at]?.[0];
  if (page === undefined) return undefined;
  if (spreads[at + 1]?.[0] === page) return 'first';
  return spreads[at - 1]?.[0] === page ? 'second' : undefined;
}

export function toHalfCut(half: Half | undefined, isRtl: boolean): Cut {
  if (half === undefined) return noCut;
  return (half === 'first') === isRtl ? { ...noCut, left: 0.5 } : { ...noCut, right: 0.5 };
}

export const joinCuts = (a: Cut, b: Cut): Cut => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Pages side by side keep the same scale: the smaller top and bottom crop applies to both. */
export function levelCuts(cuts: readonly Cut[]): Cut[] {
  const top = Math.min(...cuts.map((cut) => cut.top));
  const bottom = Math.min(...cuts.map((cut) => cut.bottom));
  return cuts.map((cut) => ({ ...cut, top, bottom }));
}

/** The visible share of the page, horizontally and vertically. */
export const toShown = ({ left, top, right, bottom }: Cut): Size => ({
  width: 1 - left - right,
  height: 1 - top - bottom,
});

export function toCutSize({ width, height }: Size, cut: Cut): Size {
  const shown = toShown(cut);
  return { width: width * shown.width, height: height * shown.height };
}

const percent = (share: number): string => `${share * 100}%`;

/** The position of the whole page relative to the visible box. Undefined if the whole page is visible. */
export function toPlacement(cut: Cut): Record<'left' | 'top' | 'width' | 'height', string> | undefined {
  const { width, height } = toShown(cut);
  if (width === 1 && height === 1) return undefined;
  return {
    left: percent(-cut.left / width),
    top: percent(-cut.top / height),
    width: percent(1 / width),
    height: percent(1 / height),
  };
}

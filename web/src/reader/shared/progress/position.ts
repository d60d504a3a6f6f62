// Positions in books and how they compare. No browser.
import type { Locator, WriteProgress } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';

/** A position: comics and PDFs use `currentPage` (from 1), EPUBs a `locator` with `totalProgression`. */
export type Place = Pick<WriteProgress, 'currentPage' | 'progressPercentage' | 'locator' | 'completed'>;

/** A position as the server stores it. */
export type Known = Pick<
  ReadProgress,
  'currentPage' | 'progressPercentage' | 'completed' | 'locator' | 'updatedAt'
>;

const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string';

export function toPlace({ currentPage, progressPercentage, locator }: Known): Place {
  return {
    currentPage,
    ...(progressPercentage !== null && { progressPercentage }),
    ...(isLocator(locator) && { locator }),
  };
}

/** The share of the book before the position, 0 to 1; undefined where it is unknown. */
export const toShare = ({ locator, progressPercentage }: Place): number | undefined =>
  locator?.locations?.totalProgression ?? progressPercentage;

/** Screens of text differ between devices: half a per cent of the book counts as the same position. */
const nearby = 0.005;

/** Whether two positions are so close that moving makes no sense. */
export function isSamePosition(a: Place, b: Place): boolean {
  const [first, second] = [toShare(a), toShare(b)];
  const isText = a.locator !== undefined || b.locator !== undefined;
  if (isText && first !== undefined && second !== undefined) return Math.abs(first - second) < nearby;
  if (a.currentPage !== undefined && b.currentPage !== undefined) return a.currentPage === b.currentPage;
  return first !== undefined && second !== undefined && Math.abs(first - second) < nearby;
}

/** Whether two positions are identical. */
export const isEqualPosition = (a: Place | undefined, b: Place | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

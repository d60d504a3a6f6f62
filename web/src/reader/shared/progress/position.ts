// Places in books: pages, shares, locators; which of them are one. No browser.
import type { Locator, WriteProgress } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';

/** Where somebody is in a book. Comics and PDFs tell `currentPage` (from 1), EPUBs a `locator` with `totalProgression`. */
export type Place = Pick<WriteProgress, 'currentPage' | 'progressPercentage' | 'locator' | 'completed'>;

/** What the server keeps of a place, without what it makes of it. */
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

/** How much of the book lies before the place, 0 to 1; undefined where it was not said. */
export const toShare = ({ locator, progressPercentage }: Place): number | undefined =>
  locator?.locations?.totalProgression ?? progressPercentage;

/** A screen of text is seldom the same on two devices: half a per cent of the book counts as one place. */
const nearby = 0.005;

/** Whether there is no sense in going from one to the other. */
export function isSamePosition(a: Place, b: Place): boolean {
  const [first, second] = [toShare(a), toShare(b)];
  const isText = a.locator !== undefined || b.locator !== undefined;
  if (isText && first !== undefined && second !== undefined) return Math.abs(first - second) < nearby;
  if (a.currentPage !== undefined && b.currentPage !== undefined) return a.currentPage === b.currentPage;
  return first !== undefined && second !== undefined && Math.abs(first - second) < nearby;
}

/** Whether nothing was told that is not known. */
export const isEqualPosition = (a: Place | undefined, b: Place | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

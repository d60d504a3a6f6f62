// Positions in books and their comparison. Uses no browser API.
import type { Locator, WriteProgress } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';

/** A position. Comics and PDFs use `currentPage` (from 1), EPUBs a `locator` with `totalProgression`. */
export type Position = Pick<WriteProgress, 'currentPage' | 'progressPercentage' | 'locator' | 'completed'>;

/** A position as stored by the server. */
export type StoredPosition = Pick<
  ReadProgress,
  'currentPage' | 'progressPercentage' | 'completed' | 'locator' | 'updatedAt'
>;

const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string';

export function toPosition({ currentPage, progressPercentage, locator }: StoredPosition): Position {
  return {
    currentPage,
    ...(progressPercentage !== null && { progressPercentage }),
    ...(isLocator(locator) && { locator }),
  };
}

/** The share of the book before the position, 0 to 1. Undefined if unknown. */
export const toShare = ({ locator, progressPercentage }: Position): number | undefined =>
  locator?.locations?.totalProgression ?? progressPercentage;

/** Screens of text differ between devices: positions within half a percent of the book count as equal. */
const sameShareTolerance = 0.005;

/** Whether two positions are so close that moving is pointless. */
export function isSamePosition(a: Position, b: Position): boolean {
  const first = toShare(a);
  const second = toShare(b);
  const isText = a.locator !== undefined || b.locator !== undefined;
  if (isText && first !== undefined && second !== undefined)
    return Math.abs(first - second) < sameShareTolerance;
  if (a.currentPage !== undefined && b.currentPage !== undefined) return a.currentPage === b.currentPage;
  return first !== undefined && second !== undefined && Math.abs(first - second) < sameShareTolerance;
}

/** Whether two positions are identical. */
export const isEqualPosition = (a: Position | undefined, b: Position | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

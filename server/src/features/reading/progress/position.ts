// Completes a position in a book: page, percentage and locator are derived from one another. Pure.

import type { WriteProgress } from '@lectern/contract/reading/progress';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { findSpot, type Located, type Spot, toPageAt } from '../locators/index.ts';

export interface Position {
  /** One-based. */
  page: number;
  /** 0 to 1; null if the length of the book is unknown. */
  percentage: number | null;
  completed: boolean;
  /** JSON. */
  locator: string | null;
}

/** The stored position. */
export type KnownPosition = Pick<ReadProgressTable, 'currentPage' | 'percentage' | 'locator'>;

type Written = Pick<WriteProgress, 'currentPage' | 'progressPercentage' | 'completed' | 'locator'>;

/** A book counts as read from this fraction on: readers rarely reach the exact end of a text. */
const completedFrom = 0.99;

/**
 * The resolved position; undefined if only a locator is given and it has no position. A book of unknown length
 * (`pageCount` 0) is completed by percentage or explicitly, never by a page.
 */
export function toPosition(
  body: Written,
  book: Located,
  known: KnownPosition | undefined,
): Position | undefined {
  const { currentPage, progressPercentage } = body;
  if (currentPage === undefined && progressPercentage === undefined && body.locator === undefined)
    return body.completed ? toEnd(book) : toUnfinished(book, known);
  const spot = body.locator && findSpot(body.locator, book);
  const page =
    currentPage ??
    spot?.page ??
    (progressPercentage === undefined ? undefined : toPage(progressPercentage, book));
  if (page === undefined) return undefined;
  const { pageCount } = book;
  const isLastPage = pageCount > 0 && page >= pageCount && (currentPage !== undefined || isWhole(spot));
  const stated = progressPercentage ?? (isLastPage && currentPage === undefined ? 1 : spot?.share);
  const percentage = stated ?? toShare(page, book);
  return {
    page,
    percentage,
    completed: body.completed ?? (isLastPage || isAlmostAll(percentage, currentPage ?? toWholePage(spot))),
    locator: body.locator === undefined ? null : JSON.stringify(body.locator),
  };
}

const toEnd = ({ pageCount }: Located): Position => ({
  page: Math.max(1, pageCount),
  percentage: 1,
  completed: true,
  locator: null,
});

/** Removes only the completion. */
const toUnfinished = (book: Located, known: KnownPosition | undefined): Position => ({
  page: known?.currentPage ?? 1,
  percentage: known ? known.percentage : toShare(1, book),
  completed: false,
  locator: known?.locator ?? null,
});

const toShare = (page: number, { pageCount }: Located): number | null =>
  pageCount > 0 ? Math.min(1, page / pageCount) : null;

/** In a text, the position that contains the fraction. In pages, the last page read. */
const toPage = (percentage: number, { pageCount, isText }: Located): number =>
  isText && pageCount > 0 ? toPageAt(percentage, pageCount) : Math.max(1, Math.ceil(percentage * pageCount));

const toWholePage = (spot: Spot | undefined): number | undefined => (isWhole(spot) ? spot?.page : undefined);

const isWhole = (spot: Spot | undefined): boolean => spot?.isWholePage === true;

/** An explicit page is more precise than a rounded percentage, which must then be exactly 1. */
const isAlmostAll = (percentage: number | null, currentPage: number | undefined): boolean =>
  percentage !== null && percentage >= (currentPage === undefined ? completedFrom : 1);

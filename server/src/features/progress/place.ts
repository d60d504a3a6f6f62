// A place in a book, made whole: page, percentage and locator follow from one another. Pure.
import type { Locator, WriteProgress } from '@lectern/contract/progress';

export interface Place {
  /** Counts from 1. */
  page: number;
  /** 0 to 1; null when nothing is known of the book's length. */
  percentage: number | null;
  completed: boolean;
  /** JSON. */
  locator: string | null;
}

/** From here on a book counts as read: the last lines of a text are seldom reached exactly. */
const completedFrom = 0.99;

/** `pageCount` is 0 when it is not known. The page is within it. */
export function toPlace(body: WriteProgress, pageCount: number): Place {
  const locator = body.locator === undefined ? null : JSON.stringify(body.locator);
  const given = body.progressPercentage ?? body.locator?.locations?.totalProgression ?? undefined;
  if (body.completed && body.currentPage === undefined && given === undefined) {
    return { page: Math.max(1, pageCount), percentage: 1, completed: true, locator };
  }
  const page = body.currentPage ?? toPage(given, body.locator, pageCount);
  const percentage = given ?? (pageCount > 0 ? page / pageCount : null);
  const isAtEnd =
    body.currentPage === undefined
      ? percentage !== null && percentage >= completedFrom
      : pageCount > 0 && page >= pageCount;
  return { page, percentage, completed: body.completed ?? isAtEnd, locator };
}

function toPage(percentage: number | undefined, locator: Locator | undefined, pageCount: number): number {
  const position = locator?.locations?.position ?? undefined;
  if (position !== undefined && position >= 1 && position <= pageCount) return position;
  if (percentage === undefined || pageCount === 0) return 1;
  return Math.min(pageCount, Math.max(1, Math.ceil(percentage * pageCount)));
}

// Whether a book was opened but not read.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isText } from '@lectern/contract/values';

/** At the first page, or in the first percent of a text, there is nothing to continue. */
export function isAtStart({ readProgress, fileFormat }: BookDto): boolean {
  if (!readProgress || readProgress.completed) return false;
  return isText(fileFormat)
    ? (readProgress.progressPercentage ?? 0) < 0.01 && readProgress.currentPage <= 1
    : readProgress.currentPage <= 1;
}

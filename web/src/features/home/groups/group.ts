// Groups new books by series: many of one series become one card. Uses no React and no browser API.
import type { BookDto } from '@lectern/contract/libraries/books';

export interface SeriesGroup {
  /** The newest book. */
  book: BookDto;
  /** Number of books in the group. */
  count: number;
}

/** Minimum number of books for a group. */
const minGroup = 3;

/** Ordered by the newest book of each group. Ungrouped books are unchanged. */
export function groupBySeries(books: readonly BookDto[]): (BookDto | SeriesGroup)[] {
  const bySeries = Map.groupBy(books, ({ seriesId }) => seriesId);
  return books.flatMap((book): (BookDto | SeriesGroup)[] => {
    const all = bySeries.get(book.seriesId) ?? [];
    if (all.length < minGroup) return [book];
    return all[0] === book ? [{ book, count: all.length }] : [];
  });
}

export const isGroup = (one: BookDto | SeriesGroup): one is SeriesGroup => 'count' in one;

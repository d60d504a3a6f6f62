// New books by their series: many of one series are one card. No React, no browser.
import type { BookDto } from '@lectern/contract/books';

export interface SeriesGroup {
  /** The newest. */
  book: BookDto;
  /** How many there are with it. */
  count: number;
}

/** From so many on they are one card. */
const minGroup = 3;

/** In the order of the newest book of each; books that stand alone as they are. */
export function groupBySeries(books: readonly BookDto[]): (BookDto | SeriesGroup)[] {
  const bySeries = Map.groupBy(books, ({ seriesId }) => seriesId);
  return books.flatMap((book): (BookDto | SeriesGroup)[] => {
    const all = bySeries.get(book.seriesId) ?? [];
    if (all.length < minGroup) return [book];
    return all[0] === book ? [{ book, count: all.length }] : [];
  });
}

export const isGroup = (one: BookDto | SeriesGroup): one is SeriesGroup => 'count' in one;

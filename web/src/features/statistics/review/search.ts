// The query string of the year in review.

export interface ReviewSearch {
  /** The current year by default. */
  year?: number;
}

/** The server accepts years of four digits. */
export function readReviewSearch({ year }: Record<string, unknown>): ReviewSearch {
  return typeof year === 'number' && Number.isInteger(year) && year >= 1000 && year <= 8999 ? { year } : {};
}

// What books and series are filed under.

/**
 * A genre, an author, an ISBN and whatever else books and series are filed under, once for each folded name.
 * Written by features/libraries/search-index.
 */
export interface TermTable {
  id: string;
  /** A `term` of contract/src/metadata-fields.ts, or `externalId`. */
  kind: string;
  /** As it was first written. */
  name: string;
  nameFolded: string;
  nameKey: string;
}

/** Written by features/libraries/search-index. */
export interface BookTermTable {
  bookId: string;
  termId: string;
  /** What an author did; empty for other kinds. */
  role: string;
  /** Year of the book. */
  year: number | null;
}

/** Written by features/libraries/search-index. */
export interface SeriesTermTable {
  seriesId: string;
  termId: string;
  role: string;
}

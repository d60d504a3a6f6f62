// Terms and words of books and series.

/**
 * A genre, author, ISBN or other term of books and series. One row per folded name.
 * Written by features/libraries/search-index.
 */
export interface TermTable {
  id: string;
  /** A `term` of contract/src/libraries/metadata-fields.ts, or `externalId`. */
  kind: string;
  /** First spelling found. */
  name: string;
  nameFolded: string;
  nameKey: string;
}

/** Written by features/libraries/search-index. */
export interface BookTermTable {
  bookId: string;
  termId: string;
  /** Role of an author. Empty for other kinds. */
  role: string;
}

/** Written by features/libraries/search-index. */
export interface SeriesTermTable {
  seriesId: string;
  termId: string;
  role: string;
}

/**
 * A word of titles, names and tags, which corrects typing errors in searches. Words of removed books are not deleted: a
 * search that they correct finds nothing. Written by features/libraries/search-index.
 */
export interface SearchWordTable {
  word: string;
}

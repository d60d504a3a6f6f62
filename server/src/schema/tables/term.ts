// What books and series are filed under.

/**
 * A genre, tag, author, publisher, imprint, language, ISBN or external id, once for each folded name.
 * Written by features/libraries/search-index.
 */
export interface TermTable {
  id: string;
  /** `genre`, `tag`, `author`, `publisher`, `imprint`, `language`, `isbn`, `externalId`. */
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
}

/** Written by features/libraries/search-index. */
export interface SeriesTermTable {
  seriesId: string;
  termId: string;
  role: string;
}

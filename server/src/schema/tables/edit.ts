// What people set by hand and what providers say, apart from what files say, so that each can change without the others
// being lost.

/** Only books that somebody edited, or that a provider knows. Written by features/libraries/books. */
export interface BookEditTable {
  bookId: string;
  /** JSON: the metadata of the files alone; null when they have none. */
  original: string | null;
  /** JSON: fields and the values that people gave them. */
  edits: string;
  /** JSON: field → true. */
  locks: string;
  /** JSON: what providers say (features/libraries/metadata-layers); null when none says anything. */
  provided: string | null;
  updatedAt: number;
}

/** Lists, metadata of the series' own file, and edits of a series. Written by features/libraries/series. */
export interface SeriesMetadataTable {
  seriesId: string;
  /**
   * JSON: alternateTitles, authors, genres, tags, externalLinks, externalIds, externalRatings, customMetadata.
   */
  lists: string;
  /** JSON: what the series' own file says (series.json); null without one. */
  sidecar: string | null;
  edits: string;
  locks: string;
  /** As of books. */
  provided: string | null;
  createdAt: number;
  updatedAt: number;
}

// What people set by hand, apart from what files say, so that either can change without the other being lost.

/** Only books that somebody edited. Written by features/libraries/books. */
export interface BookEditTable {
  bookId: string;
  /** JSON: the metadata of the files alone; null when they have none. */
  original: string | null;
  /** JSON: fields and the values that people gave them. */
  edits: string;
  /** JSON: field → true. */
  locks: string;
  updatedAt: number;
}

/** Lists, metadata of the series' own file, and edits of a series. Written by features/libraries/series. */
export interface SeriesMetadataTable {
  seriesId: string;
  /** JSON: alternateTitles, authors, genres, tags, externalLinks, externalIds, customMetadata. */
  lists: string;
  /** JSON: what the series' own file says (series.json); null without one. */
  sidecar: string | null;
  edits: string;
  locks: string;
  createdAt: number;
  updatedAt: number;
}

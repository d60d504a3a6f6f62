// User edits and provider metadata, separate from file metadata, so that each can change without losing the others.

/** Only books with edits or provider metadata. Written by features/libraries/books. */
export interface BookEditTable {
  bookId: string;
  /** JSON of the file metadata. Null if the files contain none. */
  original: string | null;
  /** JSON object of edited fields and values. */
  edits: string;
  /** JSON: field → true. */
  locks: string;
  /** JSON of provider metadata (features/libraries/metadata-layers). Null if there is none. */
  provided: string | null;
  updatedAt: number;
}

/** List fields, metadata from series.json, and edits of a series. Written by features/libraries/series. */
export interface SeriesMetadataTable {
  seriesId: string;
  /**
   * JSON: alternateTitles, authors, genres, tags, externalLinks, externalIds, externalRatings, customMetadata.
   */
  lists: string;
  /** JSON of the metadata from series.json. Null without the file. */
  sidecar: string | null;
  edits: string;
  locks: string;
  /** Like `provided` of books. */
  provided: string | null;
  createdAt: number;
  updatedAt: number;
}

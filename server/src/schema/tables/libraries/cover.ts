// Covers of books, series, collections and read lists that are not from their files: uploaded covers and provider
// covers.
/** Written by features/serving/covers. */
export interface CoverTable {
  id: string;
  entityType: string;
  entityId: string;
  mediaType: string;
  width: number;
  height: number;
  fileSize: number;
  createdAt: number;
  /** ThumbHash of the thumbnail in base64. Null for older covers. */
  thumbHash: string | null;
  /** Package of the provider's plugin. Null for an uploaded cover. */
  provider: string | null;
  providerName: string | null;
  /** Source URL. */
  url: string | null;
}

/**
 * Image bytes of a cover. Immutable. In a separate table, so that lists do not read them.
 * Written by features/serving/covers.
 */
export interface CoverImageTable {
  coverId: string;
  bytes: Uint8Array;
}

/** Origin of the selected cover of a book or series. Written by features/serving/cover-choices. */
export interface CoverChoiceTable {
  id: string;
  /** Exactly one is set. */
  seriesId: string | null;
  bookId: string | null;
  /**
   * 1: selected by a user, including the file's cover. Null: unknown; a cover other than the default then counts as
   * selected by a user.
   */
  isByPerson: 0 | 1 | null;
  /** Time from which a provider cover is searched. Null for no search. */
  wantedAt: number | null;
  /** Number of failed attempts. */
  tries: number;
}

/** URLs without an image. Written by features/matching/covers. */
export interface MissingPictureTable {
  /** SHA-256 of the URL. */
  addressHash: string;
  /** Time until which the URL is not requested again. */
  until: number;
}

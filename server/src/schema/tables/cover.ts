// Uploaded covers of books, series, collections and read lists.
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
  /** ThumbHash of its thumbnail, in base64; null for one from before there were any. */
  thumbHash: string | null;
}

/** The bytes of a cover, which never change: apart, so that lists do not read them. Written by features/serving/covers. */
export interface CoverImageTable {
  coverId: string;
  bytes: Uint8Array;
}

// Uploaded covers of books, series, collections and read lists; their bytes are blobs under the cover's id.
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

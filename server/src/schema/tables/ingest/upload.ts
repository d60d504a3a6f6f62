// Uploads of books into libraries.
/** Written by features/ingest/uploads. */
export interface UploadTable {
  id: string;
  userId: string;
  libraryId: string;
  rootId: string;
  /** Target location: folder path relative to the root with `/`, and file name. */
  folder: string;
  name: string;
  /** Target path folded to lower case during the upload, by features/ingest/uploads/beside.ts. Unique per root. */
  pathKey: string | null;
  /** `Upload-Metadata` as it was sent. */
  metadata: string;
  sizeBytes: number;
  /** Bytes safely stored on disk. */
  receivedBytes: number;
  state: 'receiving' | 'finished' | 'failed';
  /** JSON of the reason for the failure. */
  failure: string | null;
  createdAt: number;
  expiresAt: number;
  /**
   * Id of the request that writes the upload; end of its lease, which the request extends; and whether another request
   * waits.
   */
  lease: string | null;
  leaseUntil: number;
  isWanted: number;
}

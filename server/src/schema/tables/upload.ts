// Uploads of books into libraries.
/** Written by features/ingest/uploads. */
export interface UploadTable {
  id: string;
  userId: string;
  libraryId: string;
  rootId: string;
  /** Where the file comes to lie: folders below the root, with `/` between them, and its name. */
  folder: string;
  name: string;
  /** The same without case while the upload is under way, by features/ingest/uploads/beside.ts. Unique with the root. */
  pathKey: string | null;
  /** `Upload-Metadata` as it was sent. */
  metadata: string;
  sizeBytes: number;
  /** What lies safely on the disk. */
  receivedBytes: number;
  state: 'receiving' | 'finished' | 'failed';
  /** JSON of the reason why it failed. */
  failure: string | null;
  createdAt: number;
  expiresAt: number;
  /** The request that writes it, until when nobody else may unless it says that it goes on, and whether another waits. */
  lease: string | null;
  leaseUntil: number;
  isWanted: number;
}

// Files in the drop folder.
/** Written by features/ingest/drop-folder. */
export interface DroppedFileTable {
  id: string;
  /** SHA-256 of folder and name. */
  pathHash: string;
  /** Path relative to the drop folder, and file name, encoded as in infrastructure/files/names.ts. */
  folder: string;
  name: string;
  sizeBytes: number;
  modifiedUs: number;
  /** Fingerprint of companion files. Null if there are none. */
  stamp: string | null;
  /** 1: a folder of images. */
  isFolder: number;
  /** Time since when the file is unchanged. */
  seenAt: number;
  /** JSON of the parsed data. Null until the file has stopped growing. */
  reading: string | null;
  /** JSON of user changes to the proposal. */
  edits: string;
  /** 1: no longer proposed. */
  isDismissed: number;
  /** Id of the request that moves the file. */
  claim: string | null;
  /** Time until which no other request may move the file. */
  claimedUntil: number;
  foundAt: number;
}

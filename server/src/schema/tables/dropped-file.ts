// What lies in the drop folder.
/** Written by features/ingest/drop-folder. */
export interface DroppedFileTable {
  id: string;
  /** SHA-256 of folder and name. */
  pathHash: string;
  /** Below the drop folder, and its name, as infrastructure/files/names.ts writes them. */
  folder: string;
  name: string;
  sizeBytes: number;
  modifiedUs: number;
  /** Changes with the files that belong to it; null where there are none. */
  stamp: string | null;
  /** 1: a folder of images. */
  isFolder: number;
  /** Since when it is as it is. */
  seenAt: number;
  /** JSON: what was read of it; null until it has stopped growing. */
  reading: string | null;
  /** JSON: what people have changed of the proposal. */
  edits: string;
  /** 1: it is not proposed any more. */
  isDismissed: number;
  /** The request that moves it. */
  claim: string | null;
  /** Until when nobody else may. */
  claimedUntil: number;
  foundAt: number;
}

// Deleted files that can be restored.
/** Written by features/ingest/trash. */
export interface TrashedFileTable {
  /** Also the name of the file's folder in the trash. */
  id: string;
  /** Null if the book was removed permanently. */
  bookId: string | null;
  seriesId: string | null;
  libraryId: string;
  rootId: string;
  /**
   * Original location: folder path relative to the root with `/`, and file name, encoded as in
   * infrastructure/files/names.ts.
   */
  folder: string;
  name: string;
  /** 1: a folder of images. */
  isFolder: number;
  /** JSON array of the names of deleted companion files. */
  companions: string;
  title: string;
  seriesTitle: string;
  sizeBytes: number;
  /** User who deleted it. */
  userId: string | null;
  deletedAt: number;
}

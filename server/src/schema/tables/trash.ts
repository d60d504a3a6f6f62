// Files that were deleted and can come back.
/** Written by features/ingest/trash. */
export interface TrashedFileTable {
  /** Also the name of its folder in the trash. */
  id: string;
  /** Null when the book was forgotten. */
  bookId: string | null;
  seriesId: string | null;
  libraryId: string;
  rootId: string;
  /** Where it was: folders below the root, with `/` between them, and its name, as infrastructure/files/names.ts writes them. */
  folder: string;
  name: string;
  /** 1: a folder of images. */
  isFolder: number;
  /** JSON array: names of the files that went with it. */
  companions: string;
  title: string;
  seriesTitle: string;
  sizeBytes: number;
  /** Who deleted it. */
  userId: string | null;
  deletedAt: number;
}

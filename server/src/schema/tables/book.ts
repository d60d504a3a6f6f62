// Books: one row a file.
import type { BookErrorType, BookType, FileFormat, ReadingDirection } from '@lectern/contract/values';

/** Written by features/libraries/books. */
export interface BookTable {
  id: string;
  libraryId: string;
  seriesId: string;
  rootId: string;
  /** Folder relative to the root, '/'-separated, '' for the root itself; names as infrastructure/files/names.ts writes them. */
  folder: string;
  fileName: string;
  fileFormat: FileFormat;
  /** Bytes, and modification time in microseconds, when it was last read. */
  fileSize: number;
  fileModifiedUs: number;
  /** Names, sizes and times of the files beside the book that were read with it; null when there were none. */
  sidecarStamp: string | null;
  fileHash: string;
  /** What KOReader calls the file by: MD5 of samples of it, or of its name. */
  readerHash: string | null;
  nameHash: string | null;
  title: string;
  titleSort: string | null;
  titleFolded: string;
  titleKey: string;
  titleLocked: number;
  number: number | null;
  numberLocked: number;
  volume: number | null;
  chapter: number | null;
  /** Order in the series: the number as it counts (10.5), 1e300 when there is none; then `fileKey`. */
  sortNumber: number;
  fileKey: string;
  /** `titleKey` of the series, so that lists by series and number are read off one index. */
  seriesTitleKey: string;
  pageCount: number;
  analyzed: number;
  analysisError: string | null;
  /** A custom cover, when one is selected. */
  coverId: string | null;
  /** 0 to do, 1 made, 2 failed. */
  thumbnailState: number;
  /** ThumbHash of the thumbnail, in base64; null until one is drawn. */
  thumbHash: string | null;
  /** When what the thumbnail is drawn from last changed, or one was asked for anew; 0 for before this was noted. */
  pictureChangedAt: number;
  /** Folded for conditions (infrastructure/text/fold.ts); the path is relative to the root. */
  titleSortFolded: string | null;
  pathFolded: string | null;
  /** Begin of the release date, which may be a mere year; may be negative. */
  releasedAt: number | null;
  /** Of the release date. */
  year: number | null;
  /** Which version of features/libraries/search-index wrote its terms and words; 0 = none. */
  listVersion: number;
  /**
   * Since when it is in no list: its file was found missing, or (`mainBookId`) another file of the same book stands for
   * it. Whether the file is there is said by catalog/presence.ts.
   */
  deletedAt: number | null;
  /** The entry that this file is another format of; then `deletedAt` is set, too. Never of an entry that has one itself. */
  mainBookId: string | null;
  /** What people decided: `alone`, or which files belong together, whatever their names. Null: by its name. */
  formatGroup: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What serving a book's pages needs, so that no archive is parsed then. Written by features/libraries/books. */
export interface BookContentTable {
  bookId: string;
  /** Size and time of the file that `content` describes. */
  fileSize: number;
  fileModifiedUs: number;
  /** formats/src/content.ts: pages with their offsets in the file, or the structure of an EPUB. */
  content: Uint8Array;
}

/** Metadata as it is shown and searched: what files say, with what people set laid over it. Written by features/libraries/books. */
export interface BookMetadataTable {
  bookId: string;
  id: string;
  title: string | null;
  titleSort: string | null;
  subtitle: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  summary: string | null;
  bookType: BookType | null;
  publisher: string | null;
  imprint: string | null;
  language: string | null;
  releaseDate: string | null;
  ageRating: number | null;
  series: string | null;
  seriesPosition: number | null;
  seriesTotal: number | null;
  blackAndWhite: number | null;
  manga: number | null;
  formatDetail: string | null;
  edition: string | null;
  originalTitle: string | null;
  originalYear: number | null;
  readingDirection: ReadingDirection | null;
  summaryFolded: string | null;
  /** 0 to 5. */
  communityRating: number | null;
  /**
   * JSON object of the fields that have no column (contract/src/metadata-fields.ts), as far as they say something;
   * `alternateTitles`; `seriesFacts`, what the file says of the whole series.
   */
  lists: string;
  createdAt: number;
  updatedAt: number;
}

/** Faults of a book, at most one a type. Written by features/libraries/book-errors. */
export interface BookErrorTable {
  bookId: string;
  errorType: BookErrorType;
  message: string;
  /** JSON or null. */
  details: string | null;
  occurredAt: number;
}

/** Two books that are not one in several formats, the one with the lower id first. Written by features/libraries/same-books. */
export interface DifferentBookTable {
  bookId: string;
  otherId: string;
}

/** What KOReader called a book before its file was written. Written by features/ingest/file-metadata. */
export interface FormerReaderHashTable {
  bookId: string;
  hash: string;
  changedAt: number;
}

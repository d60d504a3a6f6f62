// Books: one row per file.
import type { BookErrorType, BookType, FileFormat, ReadingDirection } from '@lectern/contract/values';

/** Written by features/libraries/books. */
export interface BookTable {
  id: string;
  libraryId: string;
  seriesId: string;
  rootId: string;
  /** Folder relative to the root, separated by '/'. Empty for the root. Encoded as in infrastructure/files/names.ts. */
  folder: string;
  fileName: string;
  fileFormat: FileFormat;
  /** Size in bytes and modification time in microseconds when the file was last read. */
  fileSize: number;
  fileModifiedUs: number;
  /** Names, sizes and times of the companion files that were read with the book. Null if there were none. */
  sidecarStamp: string | null;
  fileHash: string;
  /** Identifies the pages without names and metadata (formats/src/hash/page-fingerprint.ts). Null if unknown. */
  pageHash: string | null;
  /** Digest of all data that the last import wrote. Null if something else has changed this data since. */
  importHash: string | null;
  /** KOReader ids of the file: MD5 of samples of its content, and MD5 of its name. */
  readerHash: string | null;
  nameHash: string | null;
  title: string;
  titleSort: string | null;
  titleFolded: string;
  titleKey: string;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  /** `number` and `volume` with fractions and letters: "10.5", "½", "1A". */
  numberText: string | null;
  volumeText: string | null;
  /** Value of `number` with its fraction. Null without a number, and for specials next to a main run. */
  numberValue: number | null;
  /** JSON: facts about the book from which its place is computed (features/libraries/reading-order). */
  orderFacts: string;
  /** The place in the series: reading order is the order of these keys by bytes. */
  orderKey: string;
  /** A number that increases in reading order, for clients that sort by a number. */
  orderNumber: number;
  fileKey: string;
  /** Copy of the series' `titleKey`, so that lists by series and number use one index. */
  seriesTitleKey: string;
  pageCount: number;
  analyzed: number;
  analysisError: string | null;
  /** Selected custom cover, if any. */
  coverId: string | null;
  /** 0 pending, 1 generated, 2 failed. */
  thumbnailState: number;
  /** ThumbHash of the thumbnail in base64. Null until the thumbnail is generated. */
  thumbHash: string | null;
  /** Time of the last change to an input of the thumbnail, or of the last request to regenerate it. 0 if unknown. */
  pictureChangedAt: number;
  /** Folded for conditions (infrastructure/text/fold.ts); the path is relative to the root. */
  titleSortFolded: string | null;
  pathFolded: string | null;
  /** Start of the release date, which may be only a year. May be negative. */
  releasedAt: number | null;
  /** Year of the release date. */
  year: number | null;
  /**
   * Time since when the book is not listed: its file is missing, or (`mainBookId`) it is an additional format of
   * another book. catalog/presence.ts determines whether the file exists.
   */
  deletedAt: number | null;
  /**
   * The entry of which this file is an additional format. `deletedAt` is then also set. The entry itself never has a
   * `mainBookId`.
   */
  mainBookId: string | null;
  /** User decision: `alone`, or an equal value for files that belong together. Null: grouped by name. */
  formatGroup: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Data needed to serve pages without parsing the archive. Written by features/libraries/books. */
export interface BookContentTable {
  bookId: string;
  /** Size and time of the file that `content` describes. */
  fileSize: number;
  fileModifiedUs: number;
  /** formats/src/content.ts: pages with their offsets in the file, or the structure of an EPUB. */
  content: Uint8Array;
}

/** Metadata as shown and searched: file metadata overridden by other layers. Written by features/libraries/books. */
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
   * JSON object of the non-empty fields without a column (contract/src/libraries/metadata-fields.ts); `alternateTitles`;
   * `seriesFacts`, metadata in the file about the whole series.
   */
  lists: string;
  createdAt: number;
  updatedAt: number;
}

/** Errors of a book, at most one per type. Written by features/libraries/book-errors. */
export interface BookErrorTable {
  bookId: string;
  errorType: BookErrorType;
  message: string;
  /** JSON or null. */
  details: string | null;
  occurredAt: number;
}

/** Two books that are not formats of one book, sorted by id. Written by features/libraries/same-books. */
export interface DifferentBookTable {
  bookId: string;
  otherId: string;
}

/**
 * KOReader ids of other files of a book that a device may have: the file before the server changed it, and files that
 * the server made from it (EPUB, KEPUB, cbz of several volumes). Written by features/libraries/books.
 */
export interface OtherReaderHashTable {
  bookId: string;
  hash: string;
}

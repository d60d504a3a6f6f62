// Libraries.
import type { MetadataWriting } from '@lectern/contract/ingest/metadata-writing';
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import type {
  BookStrategy,
  Hashing,
  NumberStrategy,
  ReadingDirection,
  SeriesStrategy,
} from '@lectern/contract/values';

/** Written by features/libraries/libraries. */
export interface LibraryTable {
  id: string;
  name: string;
  nameFolded: string;
  nameKey: string;
  description: string | null;
  isActive: number;
  kind: LibraryKind;
  seriesStrategy: SeriesStrategy;
  /** JSON object or null, as for the other two. */
  seriesConfig: string | null;
  bookStrategy: BookStrategy;
  bookConfig: string | null;
  numberStrategy: NumberStrategy;
  numberConfig: string | null;
  defaultReadingDirection: ReadingDirection;
  /** JSON arrays. */
  allowedFormats: string;
  excludedPatterns: string;
  hashing: Hashing;
  /** JSON: order of metadata providers. Null for the default. */
  metadataProviders: string | null;
  /** 1: users with the permission may delete files. */
  allowFileChanges: number;
  /** Target of metadata written to files, by users with the permission. */
  writeMetadata: MetadataWriting;
  /** File naming pattern of the drop folder. Null for the default. */
  namingPattern: string | null;
  /** 1: pages of comics are compared to find duplicates and repeated pages. */
  comparePages: number;
  /** 1: files in one folder with the same name become formats of one entry. */
  groupFormats: number;
  /** Value of `groupFormats` when files were last grouped. Null for never. */
  formatsGroupedBy: number | null;
  cronSchedule: string | null;
  cronTimezone: string | null;
  scanOnStart: number;
  watch: number;
  purgeDeletedAfterDays: number | null;
  bookCount: number;
  seriesCount: number;
  lastScannedAt: number | null;
  /** Fingerprint of the settings used for series assignment. If it differs, a scan assigns the books again. */
  assignedBy: string | null;
  /** Version of the rules that placed books in their series. If it differs, a task places them again. */
  orderedBy: string | null;
  /** Version of the search documents (infrastructure/text/document-words.ts). If it differs, they are written again. */
  wordsVersion: number | null;
  /** Time when a scan first found too many missing books to delete them. Null if nothing is pending. */
  removalHeldAt: number | null;
  /** Time of removal. The books are kept but hidden, so that user data is restored when the library returns. */
  deletedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** The folders of a library, in order. Written by features/libraries/libraries. */
export interface LibraryRootTable {
  id: string;
  libraryId: string;
  path: string;
  position: number;
  /** Device number of the file system at the last scan, as decimal text. */
  device: string | null;
  /** Hash over all subfolders and their times, as of the last scan (features/ingest/discovery). */
  folderTimes: string | null;
  /** Time when the folder was removed from the library. Its books are kept as deleted. */
  removedAt: number | null;
}

// Libraries.
import type { MetadataWriting } from '@lectern/contract/metadata-writing';
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
  /** JSON: the order of providers of metadata; null for the default. */
  metadataProviders: string | null;
  /** 1: files may be deleted, by those who have the permission. */
  allowFileChanges: number;
  /** Where metadata may be written, by those who have the permission. */
  writeMetadata: MetadataWriting;
  /** How files of the drop folder are named; null for the default. */
  namingPattern: string | null;
  /** 1: pages of its comics are compared, to find the same comic and pages that repeat. */
  comparePages: number;
  /** 1: files of one folder that have one name become formats of one entry. */
  groupFormats: number;
  /** What `groupFormats` was when the files were last grouped; null for never. */
  formatsGroupedBy: number | null;
  cronSchedule: string | null;
  cronTimezone: string | null;
  scanOnStart: number;
  watch: number;
  purgeDeletedAfterDays: number | null;
  bookCount: number;
  seriesCount: number;
  lastScannedAt: number | null;
  /** Fingerprint of the settings that the books were assigned by: when they differ, a scan assigns them again. */
  assignedBy: string | null;
  /** When a scan first found too many books missing to delete them; null when there is nothing to confirm. */
  removalHeldAt: number | null;
  /** Set when the library was removed: its books stay, hidden, so that history re-attaches when they return. */
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
  /** Device of the folder's file system when it was last scanned, as decimal text. */
  device: string | null;
  /** One hash of the folders below it and the time of each, as of its last scan (features/ingest/discovery). */
  folderTimes: string | null;
  /** Set when the folder was removed from the library; its books stay, deleted. */
  removedAt: number | null;
}

// A library with the settings and state that a scan needs.
import type { MetadataWriting } from '@lectern/contract/ingest/metadata-writing';
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/values';

export interface ScanLibrary {
  id: string;
  name: string;
  roots: readonly { id: string; path: string; device: string | null; folderTimes: string | null }[];
  seriesStrategy: SeriesStrategy;
  seriesConfig: unknown;
  bookStrategy: BookStrategy;
  numberStrategy: NumberStrategy;
  allowedFormats: readonly string[];
  excludedPatterns: readonly string[];
  hashing: 'fingerprint' | 'full';
  allowFileChanges: boolean;
  groupFormats: boolean;
  /** Value of `groupFormats` when files were last grouped. */
  formatsGroupedBy: boolean;
  writeMetadata: MetadataWriting;
  namingPattern: string | null;
  removalHeldAt: number | null;
  /** End of the last complete scan. */
  lastScannedAt: number | null;
  assignedBy: string | null;
}

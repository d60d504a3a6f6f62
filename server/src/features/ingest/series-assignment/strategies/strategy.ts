// Input and result of all series strategies.
import type { BookNumber, ParsedName } from '@lectern/formats/file-name/parsed-name';

/** Embedded or sidecar metadata used by strategies. */
export interface StrategyMetadata {
  series?: string | null;
  /** ComicInfo's Volume: a year from 1900 to 2100 distinguishes runs of a series ("Batman" 2016). */
  volume?: number | null;
  title?: string | null;
}

export interface StrategyContext {
  /** Name of the root folder or library: the series name of books directly in the root. */
  rootName: string;
  metadata?: StrategyMetadata | undefined;
  /** The file name parsed by parseFileName, if already available. */
  parsed?: ParsedName | undefined;
}

export interface SeriesAssignment {
  /**
   * Identifies a series of a library and is stable across scans: `path:` and the folder (NFC), or `name:` and the
   * folded name. At most 500 characters. Equal paths in two roots of a library are one series, as are equal names.
   */
  seriesKey: string;
  seriesName: string;
  /** Folder of the series relative to the root, '' for the root; null for a series without a folder. */
  seriesPath: string | null;
  publisher?: string;
  /** Year in which the series started. */
  year?: number;
  /** Numbers from folders or the pattern. Those of the file name are added later. */
  volume?: number;
  chapter?: number;
  number?: BookNumber;
  title?: string;
}

/** Assigns one book. `relativePath` is '/'-separated and relative to the root. Never throws; takes linear time. */
export type AssignBook = (relativePath: string, context: StrategyContext) => SeriesAssignment;

/** An invalid setting; `path` is its name ("pattern"). */
export interface ConfigIssue {
  path: string;
  message: string;
}

/** A compiled strategy, or the issues of its settings. */
export type CompiledStrategy = { ok: true; assignBook: AssignBook } | { ok: false; issues: ConfigIssue[] };

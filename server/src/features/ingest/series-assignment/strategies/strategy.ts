// Input and result of every series strategy.
import type { BookNumber, ParsedName } from '@lectern/formats/file-name/parsed-name';

/** The embedded or sidecar metadata of the series that strategies use. */
export interface StrategyMetadata {
  series?: string | null;
  /** ComicInfo's Volume: a year from 1900 to 2100 distinguishes runs of a series ("Batman" 2016). */
  volume?: number | null;
  title?: string | null;
}

export interface StrategyContext {
  /** Name of the root folder, or of the library: books that lie directly in the root make a series of that name. */
  rootName: string;
  metadata?: StrategyMetadata | undefined;
  /** The file name as parseFileName reads it, where that is known already. */
  parsed?: ParsedName | undefined;
}

export interface SeriesAssignment {
  /**
   * Identifies a series of a library and stays the same from scan to scan: `path:` and the folder (NFC), or
   * `name:` and the folded name. At most 500 characters. Folders of the same path below two roots of a library
   * are one series, as are equal names.
   */
  seriesKey: string;
  seriesName: string;
  /** Folder of the series relative to the root, '' for the root; null where the series is no folder. */
  seriesPath: string | null;
  publisher?: string;
  /** Year in which the series began. */
  year?: number;
  /** Numbers from folders or the pattern; those of the file name are added later. */
  volume?: number;
  chapter?: number;
  number?: BookNumber;
  title?: string;
}

/**
 * Assigns one book. `relativePath` is '/'-separated and relative to the root. Never throws; takes time linear in the
 * path.
 */
export type AssignBook = (relativePath: string, context: StrategyContext) => SeriesAssignment;

/** Why a configuration is refused; `path` names the setting ("pattern"). */
export interface ConfigIssue {
  path: string;
  message: string;
}

/** A compiled strategy, or the issues of its settings. */
export type CompiledStrategy = { ok: true; assignBook: AssignBook } | { ok: false; issues: ConfigIssue[] };

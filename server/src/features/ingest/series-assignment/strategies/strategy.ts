// Where a book belongs: the one shape that every series strategy gives, and what it is given.
import type { BookNumber, ParsedName } from '@lectern/formats/file-name/parsed-name';

/** What embedded or sidecar metadata say of the series, as far as a strategy looks at it. */
export interface StrategyMetadata {
  series?: string | null;
  /** ComicInfo's Volume: a year from 1900 to 2100 tells runs of a series apart ("Batman" 2016). */
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
   * Tells the series of one library apart and stays the same from scan to scan: `path:` and the folder (NFC), or
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
  /** What the folders or the pattern say of this book; the reader of file names adds the rest. */
  volume?: number;
  chapter?: number;
  number?: BookNumber;
  title?: string;
}

/**
 * Places one book. `relativePath` is '/'-separated and relative to the root. Never throws; takes time linear in
 * the path.
 */
export type AssignBook = (relativePath: string, context: StrategyContext) => SeriesAssignment;

/** Why a configuration is refused; `path` leads to the setting ("pattern"). */
export interface ConfigIssue {
  path: string;
  message: string;
}

/** A strategy with its settings, ready to place books; or what is wrong with the settings. */
export type CompiledStrategy = { ok: true; assignBook: AssignBook } | { ok: false; issues: ConfigIssue[] };

// Series assignment: the compiled strategies of a library.
import { basename } from 'node:path';
import { type AssignmentSettings, toAssignmentKey } from './assignment-key.ts';
import { type AssignableFile, type Derived, deriveBook } from './derive.ts';
import { isGenericTitle } from './naming/generic-title.ts';
import { type ScanPreview, toScanPreview } from './preview.ts';
import { compileStrategy } from './strategies/compile-strategy.ts';
import { assignBySeriesFolder } from './strategies/series-folder.ts';

export type { Derived, ScanPreview };
export { compileStrategy, isGenericTitle, toScanPreview };

export interface SeriesAssignment {
  /** Changes with the settings and the rules. Books with another key are assigned again. */
  key: string;
  derive(file: AssignableFile): Derived;
}

/** Settings for series assignment. */
export interface AssignableLibrary extends AssignmentSettings {
  name: string;
  roots: readonly { path: string }[];
}

export function createSeriesAssignment(library: AssignableLibrary): SeriesAssignment {
  const { bookStrategy, numberStrategy, roots } = library;
  const made = compileStrategy(library.seriesStrategy, library.seriesConfig);
  const rules = {
    rootName: basename(roots[0]?.path ?? '') || library.name,
    // Settings are validated when they are saved. If older ones are no longer valid, folders are used.
    assignBook: made.ok ? made.assignBook : assignBySeriesFolder,
    bookStrategy,
    numberStrategy,
  };
  return { key: toAssignmentKey(library), derive: (file) => deriveBook(rules, file) };
}

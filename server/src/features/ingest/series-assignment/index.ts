// Series assignment: the compiled strategies of a library.
import { basename } from 'node:path';
import { type AssignmentSettings, toAssignmentKey } from './assignment-key.ts';
import { type AssignableFile, type Derived, deriveBook } from './derive.ts';
import { isGenericTitle } from './naming/generic-title.ts';
import { type ScanPreview, toScanPreview } from './preview.ts';
import { compileStrategy } from './strategies/compile-strategy.ts';
import { assignBySeriesFolder } from './strategies/series-folder.ts';

export { completeMetadata } from './naming/name-facts.ts';
export type { AssignableFile, Derived, ScanPreview };
export { compileStrategy, isGenericTitle, toScanPreview };

/** Settings for series assignment. */
export interface AssignableLibrary extends AssignmentSettings {
  name: string;
  roots: readonly { path: string }[];
}

export class SeriesAssignment {
  readonly #rules;
  /** Changes with the settings and the rules. Books with another key are assigned again. */
  readonly key: string;

  constructor(library: AssignableLibrary) {
    const made = compileStrategy(library.seriesStrategy, library.seriesConfig);
    this.#rules = {
      rootName: basename(library.roots[0]?.path ?? '') || library.name,
      // Settings are validated when they are saved. Folders are used if a later version refuses stored settings.
      assignBook: made.ok ? made.assignBook : assignBySeriesFolder,
      bookStrategy: library.bookStrategy,
      numberStrategy: library.numberStrategy,
      seriesStrategy: library.seriesStrategy,
    };
    this.key = toAssignmentKey(library);
  }

  derive(file: AssignableFile): Derived {
    return deriveBook(this.#rules, file);
  }
}

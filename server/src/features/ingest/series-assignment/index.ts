// Where books belong and what they are called: a library's strategies, ready for use.
import { basename } from 'node:path';
import { type Derived, deriveBook, type PlacedFile } from './derive.ts';
import { type PlacementSettings, toPlacementKey } from './placement-key.ts';
import { type ScanPreview, toScanPreview } from './preview.ts';
import { makePlacement } from './strategies/make-placement.ts';
import { placeBySeriesFolder } from './strategies/series-folder.ts';

export type { Derived, PlacedFile, ScanPreview };
export { makePlacement, toScanPreview };

export interface Placement {
  /** Changes with the settings and the rules: books placed under another key are placed anew. */
  key: string;
  derive(file: PlacedFile): Derived;
}

/** What a library says of where its books belong. */
export interface PlacedLibrary extends PlacementSettings {
  name: string;
  roots: readonly { path: string }[];
}

export function createPlacement(library: PlacedLibrary): Placement {
  const { bookStrategy, numberStrategy, roots } = library;
  const made = makePlacement(library.seriesStrategy, library.seriesConfig);
  const rules = {
    rootName: basename(roots[0]?.path ?? '') || library.name,
    // Settings are checked when they are saved; should older ones not hold any more, folders still do.
    placeBook: made.ok ? made.placeBook : placeBySeriesFolder,
    bookStrategy,
    numberStrategy,
  };
  return { key: toPlacementKey(library), derive: (file) => deriveBook(rules, file) };
}

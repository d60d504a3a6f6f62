// The row that a file continues, and why.
import type { FileMatchKind } from '@lectern/contract/values';
import type { SameContent } from '#features/libraries/books/index.ts';
import type { Derived } from '../series-assignment/index.ts';
import type { ReadFile } from './read-file.ts';

export interface Candidate {
  file: ReadFile;
  derived: Derived;
}

export interface FoundRow {
  row: SameContent;
  /** Null for the row of the path, and for a file that the server moved itself. */
  match: { kind: FileMatchKind; share: number | null } | null;
}

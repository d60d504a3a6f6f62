// A file of a scan with what reading it gave.

import type { BookReading } from '../book-parsing/index.ts';
import type { SidecarFile } from '../discovery/index.ts';

/** One file that was read. */
export interface ReadFile {
  rootId: string;
  folder: string;
  name: string;
  /** Position among the book files of its folder, from 0. */
  order: number;
  /** The live row of this path, when there is one. */
  knownId: string | undefined;
  /** Size and time as the scan saw them, for files that could not be read. */
  sizeBytes: number;
  modifiedUs: number;
  /** Files beside it that speak for it. */
  sidecars?: readonly SidecarFile[];
  reading: BookReading;
}

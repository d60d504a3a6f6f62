// A file of a scan with the result of parsing it.

import type { BookReading } from '../book-parsing/index.ts';
import type { SidecarFile } from '../discovery/index.ts';

/** A parsed file. */
export interface ReadFile {
  rootId: string;
  folder: string;
  name: string;
  /** Position among the book files of its folder, from 0. */
  order: number;
  /** The live row of this path, when there is one. */
  knownId: string | undefined;
  /** Size and time when it was listed, for files that could not be read. */
  sizeBytes: number;
  modifiedUs: number;
  /** Its sidecar files. */
  sidecars?: readonly SidecarFile[];
  /** Of the files of a folder that is a book (image-folders/list.ts); absent for others. */
  stamp?: string;
  reading: BookReading;
}

// A file of a scan with the result of parsing it.

import type { BookReading } from '../book-parsing/index.ts';
import type { SidecarFile } from '../discovery/index.ts';
import { toZipName } from '../image-folders/index.ts';
import { toVolumesName } from '../volumes/index.ts';

/** As a reader gets the file, by which the book is named. */
export const toBookName = ({
  name,
  stamp,
  volumeStamp,
}: Pick<ReadFile, 'name' | 'stamp' | 'volumeStamp'>): string => {
  if (stamp !== undefined) return toZipName(name);
  return volumeStamp === undefined ? name : toVolumesName(name);
};

/** A parsed file. */
export interface ReadFile {
  rootId: string;
  folder: string;
  name: string;
  /** Position among the book files of its folder, from 0. */
  order: number;
  /** The live row of this path, when there is one. */
  knownId: string | undefined;
  /** The row whose file was moved here by the server. */
  movedId?: string;
  /** Size and time when it was listed, for files that could not be read. */
  sizeBytes: number;
  modifiedUs: number;
  /** Its sidecar files. */
  sidecars?: readonly SidecarFile[];
  /** Of the files of a folder that is a book (image-folders/list.ts); absent for others. */
  stamp?: string;
  /** Of the volumes of an archive (volumes/list.ts); absent for others. */
  volumeStamp?: string;
  reading: BookReading;
}

// A scanned file with the result of reading it.

import type { BookReading } from '../book-parsing/index.ts';
import type { SidecarFile } from '../discovery/index.ts';
import { toZipName } from '../image-folders/index.ts';
import { toVolumesName } from '../volumes/index.ts';

/** Name of the file as downloaded, from which the book is named. */
export const toBookName = ({
  name,
  stamp,
  volumeStamp,
}: Pick<ReadFile, 'name' | 'stamp' | 'volumeStamp'>): string => {
  if (stamp !== undefined) return toZipName(name);
  return volumeStamp === undefined ? name : toVolumesName(name);
};

/** A file that was read. */
export interface ReadFile {
  rootId: string;
  folder: string;
  name: string;
  /** The live row with this path, if any. */
  knownId: string | undefined;
  /** The row whose file the server moved here. */
  movedId?: string;
  /** Size and time when it was listed, for files that could not be read. */
  sizeBytes: number;
  modifiedUs: number;
  /** Its sidecar files. */
  sidecars?: readonly SidecarFile[];
  /** Stamp of an image folder (image-folders/list.ts); undefined for other files. */
  stamp?: string;
  /** Stamp of the volumes of an archive (volumes/list.ts); undefined for other files. */
  volumeStamp?: string;
  reading: BookReading;
}

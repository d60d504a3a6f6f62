// Joins what the volumes of an archive say into one index.
import type { Limits } from '../../../limits.ts';
import type { ArchiveEntry } from '../../entry.ts';
import { archiveFault, tooManyEntries } from '../../faults.ts';

/** A file header, as each volume has one of a file that goes on in it. */
export interface VolumeHeader {
  entry: ArchiveEntry;
  rawName: Uint8Array;
  /** The data begin in the volume before. */
  isContinued: boolean;
  /** The data go on in the next. */
  goesOn: boolean;
}

export interface Volume<Header extends VolumeHeader = VolumeHeader> {
  files: Header[];
  isVolume: boolean;
  /** From 0, where the volume says it. */
  number: number | undefined;
  /** Undefined where the volume does not say it. */
  hasNext: boolean | undefined;
  isSolid: boolean;
  hasEncryptedHeaders: boolean;
  comment: string | undefined;
}

export interface Joined<Header extends VolumeHeader> {
  files: Header[];
  /** A volume before the first or after the last is missing. */
  isIncomplete: boolean;
}

const wrongVolume = () => archiveFault('damaged', 'A volume is of another archive, or out of order');

/**
 * The files of an archive in order, each once: one that is split has the place of its beginning, the sizes of its parts
 * together and the checksum of the last. `starts` are where the volumes begin. Throws FormatError `parser`: damaged for
 * volumes that do not follow each other, too_large.
 */
export function joinVolumes<Header extends VolumeHeader>(
  volumes: readonly Volume<Header>[],
  starts: readonly number[],
  limits: Limits,
): Joined<Header> {
  const joined: Header[] = [];
  let open: Header | undefined;
  for (const [place, { files, number, isVolume }] of volumes.entries()) {
    if (volumes.length > 1 && (!isVolume || (number ?? place) !== place)) throw wrongVolume();
    for (const [i, file] of files.entries()) {
      if (place > 0 && i === 0 && open !== undefined) open = append(open, file);
      else if (place > 0 && (file.isContinued || open !== undefined)) throw wrongVolume();
      else {
        if (joined.length === limits.maxEntries) throw tooManyEntries(limits);
        file.entry.offset += starts[place] ?? 0;
        file.entry.index = joined.length;
        joined.push(file);
        open = file.goesOn ? file : undefined;
      }
    }
    // A part of a file fills its volume to the end.
    if (open !== undefined && files.length > 0 && !files.at(-1)?.goesOn) throw wrongVolume();
    if (open !== undefined && files.length === 0 && place > 0) throw wrongVolume();
  }
  const [first, last] = [volumes[0], volumes.at(-1)];
  const isLater = (first?.number ?? 0) > 0 || first?.files[0]?.isContinued === true;
  // What does not say that it is alone is one of several.
  const isUnsaid = last?.hasNext === undefined || first?.number === undefined;
  const isPart = volumes.length === 1 && first?.isVolume === true && isUnsaid;
  return { files: joined, isIncomplete: isLater || isPart || last?.hasNext === true || open !== undefined };
}

/** Adds a part to the file that it goes on; gives the file while that goes on. */
function append<Header extends VolumeHeader>(file: Header, part: Header): Header | undefined {
  const isSame =
    part.isContinued &&
    Buffer.compare(file.rawName, part.rawName) === 0 &&
    file.entry.sizeBytes === part.entry.sizeBytes &&
    file.entry.isEncrypted === part.entry.isEncrypted;
  if (!isSame) throw wrongVolume();
  file.entry.packedBytes += part.entry.packedBytes;
  file.entry.crc32 = part.entry.crc32;
  // It does not lie in one piece: UnRAR puts it together.
  if (file.entry.method === 'stored') file.entry.method = 'rar';
  return part.goesOn ? file : undefined;
}

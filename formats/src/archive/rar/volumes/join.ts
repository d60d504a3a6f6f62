// Joins the headers of all volumes of an archive into one index.
import type { Limits } from '../../../limits.ts';
import type { ArchiveEntry } from '../../entry.ts';
import { archiveFault, tooManyEntries } from '../../faults.ts';

/** A file header. A file that spans several volumes has one in each. */
export interface VolumeHeader {
  entry: ArchiveEntry;
  rawName: Uint8Array;
  /** The data begins in the previous volume. */
  isContinued: boolean;
  /** The data continues in the next volume. */
  continuesInNext: boolean;
}

export interface Volume<Header extends VolumeHeader = VolumeHeader> {
  files: Header[];
  isVolume: boolean;
  /** Zero-based volume number, if the volume states it. */
  number: number | undefined;
  /** Undefined if the volume does not state it. */
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

const wrongVolume = () => archiveFault('damaged', 'A volume belongs to another archive or is out of order');

/**
 * Returns the files of an archive in order, each once. A split file has the offset of its first part, the
 * total size of its parts and the checksum of the last. `starts` are the offsets of the volumes. Throws
 * FormatError `parser`: damaged for volumes that do not follow each other, too_large.
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
        open = file.continuesInNext ? file : undefined;
      }
    }
    // A file that continues fills its volume to the end.
    if (open !== undefined && files.length > 0 && !files.at(-1)?.continuesInNext) throw wrongVolume();
    if (open !== undefined && files.length === 0 && place > 0) throw wrongVolume();
  }
  const first = volumes[0];
  const last = volumes.at(-1);
  const isLater = (first?.number ?? 0) > 0 || first?.files[0]?.isContinued === true;
  // A volume that does not state that it is alone belongs to a set.
  const isUnsaid = last?.hasNext === undefined || first?.number === undefined;
  const isPart = volumes.length === 1 && first?.isVolume === true && isUnsaid;
  return { files: joined, isIncomplete: isLater || isPart || last?.hasNext === true || open !== undefined };
}

/** Appends a part to its file. Returns the file if it continues further. */
function append<Header extends VolumeHeader>(file: Header, part: Header): Header | undefined {
  const isSame =
    part.isContinued &&
    Buffer.compare(file.rawName, part.rawName) === 0 &&
    file.entry.sizeBytes === part.entry.sizeBytes &&
    file.entry.isEncrypted === part.entry.isEncrypted;
  if (!isSame) throw wrongVolume();
  file.entry.packedBytes += part.entry.packedBytes;
  file.entry.crc32 = part.entry.crc32;
  // The content is not contiguous, so UnRAR must assemble it.
  if (file.entry.method === 'stored') file.entry.method = 'rar';
  return part.continuesInNext ? file : undefined;
}

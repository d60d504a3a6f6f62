// What an archive's own index says, in one shape for every kind. Reading it lives in zip/, rar/, seven-zip/ and tar/,
// choosing pages in pages.ts.
import type { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';

/** How an entry's bytes are packed. `rar` and `7z` stand for every method of theirs but storing, `tar` for a tar that is packed as a whole. */
export type ArchiveMethod =
  | 'stored'
  | 'deflate'
  | 'deflate64'
  | 'bzip2'
  | 'lzma'
  | 'ppmd'
  | 'zstd'
  | 'xz'
  | 'aes'
  | 'rar'
  | '7z'
  | 'tar'
  | 'unknown';

export interface ArchiveEntry {
  /**
   * For people and for order: forward slashes, no control characters or lone surrogates (U+FFFD instead), at most
   * `maxNameBytes` characters. Untrusted all the same (`../..`, `/etc`, bidirectional marks): never a path.
   */
  name: string;
  /** The name's bytes as stored, only where they are not simply `name` in UTF-8. */
  rawName: Uint8Array | undefined;
  isDirectory: boolean;
  /** A symbolic or hard link, a device: anything that has no content of its own. */
  isSymlink: boolean;
  isEncrypted: boolean;
  /** Bytes of the content, as declared; only reading tells whether that is true. */
  sizeBytes: number;
  packedBytes: number;
  /** Undefined where the archive keeps another checksum (RAR5 with BLAKE2). */
  crc32: number | undefined;
  method: ArchiveMethod;
  /**
   * 7z: by which method, in hex as its folder is defined (7zFormat.txt, "Folder"), for an entry that is alone in a folder
   * of one method: with `offset` and the sizes that is all that unpacking needs.
   */
  packing?: string;
  /** From the beginning of the file. zip: of the local header; rar, 7z, tar: of the data. */
  offset: number;
  /**
   * Position in the archive, folders included. A copy that RAR5 keeps as a reference has the position, the offset
   * and the sizes of what it refers to.
   */
  index: number;
}

export interface ArchiveIndex {
  /** In archive order. Several may have one name: each stays an entry of its own, and the first is found by name. */
  entries: ArchiveEntry[];
  /** Packed entries can only be unpacked one after the other from the first. */
  isSolid: boolean;
  /** Parts of it are in other files. */
  isMultiVolume: boolean;
  /** Not even the names can be read: `entries` is empty. */
  hasEncryptedHeaders: boolean;
  /** Up to 65,535 characters as they are. */
  comment: string | undefined;
}

/** Entries that are to be had in as few passes through an archive as it takes. */
export interface Unpacking {
  source: ByteSource;
  index: ArchiveIndex;
  /** Entries of the index to unpack. */
  wanted: readonly ArchiveEntry[];
  limits: Limits;
  /** Called once for each of `wanted`, in any order, with its content or with why it cannot be had. */
  onEntry(entry: ArchiveEntry, content: Uint8Array | FormatError): void;
}

/** Entries by name; of several with one name the first. */
export function mapEntries(index: ArchiveIndex): Map<string, ArchiveEntry> {
  const byName = new Map<string, ArchiveEntry>();
  for (const entry of index.entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return byName;
}

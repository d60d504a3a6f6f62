// What an archive's own index says, in one shape for every kind. Reading it lives in zip/, rar/ and tar/, choosing
// pages in pages.ts.

/** How an entry's bytes are packed. `rar` stands for every method of RAR but storing. */
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
  /** From the beginning of the file. zip: of the local header; rar, tar: of the data. */
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

/** Entries by name; of several with one name the first. */
export function mapEntries(index: ArchiveIndex): Map<string, ArchiveEntry> {
  const byName = new Map<string, ArchiveEntry>();
  for (const entry of index.entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return byName;
}

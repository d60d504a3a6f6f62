// The index of an archive in one shape for all kinds. The readers are in zip/, rar/, seven-zip/ and tar/;
// pages.ts selects the pages.
import type { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';

/**
 * Compression method. `rar` and `7z` are all methods of these formats except storing, `tar` is a compressed
 * tar.
 */
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
   * For display and sorting: forward slashes, U+FFFD instead of control characters and lone surrogates, at
   * most `maxNameBytes` characters. Untrusted (`../..`, `/etc`, bidirectional marks): never use it as a path.
   */
  name: string;
  /** The stored bytes of the name. Undefined if they equal `name` in UTF-8. */
  rawName: Uint8Array | undefined;
  isDirectory: boolean;
  /** True for symbolic links, hard links and devices: entries without content. */
  isSymlink: boolean;
  isEncrypted: boolean;
  /** Uncompressed size as declared. Only reading the entry verifies it. */
  sizeBytes: number;
  packedBytes: number;
  /** Undefined if the archive stores another checksum (RAR5 with BLAKE2). */
  crc32: number | undefined;
  method: ArchiveMethod;
  /**
   * 7z only: compression method in hex, as its folder defines it (7zFormat.txt, "Folder"). Set for an entry
   * that is alone in a folder with one method: then `offset` and the sizes are sufficient to unpack it.
   */
  packing?: string;
  /** Offset from the beginning of the file. zip: of the local header; rar, 7z, tar: of the data. */
  offset: number;
  /**
   * Position in the archive, folders included. A copy that RAR5 stores as a reference has the position, the
   * offset and the sizes of its target.
   */
  index: number;
}

export interface ArchiveIndex {
  /** In archive order. Names may repeat; a lookup by name returns the first entry. */
  entries: ArchiveEntry[];
  /** True if packed entries can only be unpacked in sequence from the first. */
  isSolid: boolean;
  /** True if parts of the archive are in other files. */
  isMultiVolume: boolean;
  /** True if the names are encrypted too; `entries` is then empty. */
  hasEncryptedHeaders: boolean;
  /** At most 65,535 characters, unchanged. */
  comment: string | undefined;
}

/** A request to unpack entries in as few passes through the archive as possible. */
export interface Unpacking {
  source: ByteSource;
  index: ArchiveIndex;
  /** Entries of the index to unpack. */
  wanted: readonly ArchiveEntry[];
  limits: Limits;
  /** Called once for each of `wanted`, in any order, with its content or the error. */
  onEntry(entry: ArchiveEntry, content: Uint8Array | FormatError): void;
}

/** Maps names to entries. The first of several entries with the same name wins. */
export function mapEntries(index: Pick<ArchiveIndex, 'entries'>): Map<string, ArchiveEntry> {
  const byName = new Map<string, ArchiveEntry>();
  for (const entry of index.entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return byName;
}

// What a kind of archive has to tell: how it begins, what is in it, and how its entries are read.
import type { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveEntry, ArchiveIndex } from './entry.ts';

export interface ArchiveReader {
  /** The format of a book that is such an archive of images. */
  comicFormat: string;
  /** Whether a file that begins with these bytes (more than a KiB) is one. */
  isStart(head: Uint8Array): boolean;
  /** Whether one begins later in the file, after something else. */
  isInside?(source: ByteSource): boolean;
  /** Throws FormatError `parser`. */
  readIndex(source: ByteSource, limits: Limits): ArchiveIndex;
  /** Whether an entry is read at once, without a wait for a decoder. */
  isReadableNow(entry: ArchiveEntry): boolean;
  /** The content of an entry that is readable now, checked. Throws FormatError `page_extraction`. */
  readNow(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array;
  /** Its first bytes, unchecked. Throws FormatError `page_extraction`. */
  readHead(
    source: ByteSource,
    entry: ArchiveEntry,
    options: { byteCount: number; limits: Limits },
  ): Uint8Array;
  /** The content of an entry that needs a decoder, checked. Throws FormatError `page_extraction`. */
  decode?(source: ByteSource, entry: ArchiveEntry, limits: Limits): Promise<Uint8Array>;
  /** Entries in a single pass, for archives in which one cannot be had without those before it. */
  unpack?(unpacking: Unpacking): Promise<void>;
}

export interface Unpacking {
  source: ByteSource;
  index: ArchiveIndex;
  /** Entries of the index to unpack. */
  wanted: readonly ArchiveEntry[];
  limits: Limits;
  /** Called once for each of `wanted`, in any order, with its content or with why it cannot be had. */
  onEntry(entry: ArchiveEntry, content: Uint8Array | FormatError): void;
}

// Locates the packed data of a zip entry, and frames raw deflate data as gzip. The server reads the 30 bytes
// itself and calls the pure functions; workers call the functions that read.
import { hasMark, u16le } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';
import { entryFault } from '../faults.ts';

/** Bytes of a local header without its name and extra field (APPNOTE 4.3.7). */
export const localHeaderBytes = 30;

/** The fields of an entry that locating needs; pages of the page map have them too. */
export interface ZipLocation {
  name: string;
  /** Offset of the local header from the beginning of the file. */
  offset: number;
  packedBytes: number;
}

/**
 * Usual size of a local header: the name takes at most three bytes per character, common extra fields up to
 * 36.
 */
export const guessLocalHeaderBytes = ({ name }: ZipLocation): number =>
  localHeaderBytes + 3 * name.length + 64;

/**
 * Returns the offset of an entry's data in the file, from the first 30 bytes at `entry.offset`. Only the
 * lengths of the local header are used; sizes, method and name come from the directory. Throws FormatError
 * `page_extraction`: truncated, damaged.
 */
export function localHeaderDataOffset(header: Uint8Array, entry: ZipLocation): number {
  if (header.length < localHeaderBytes)
    throw entryFault(entry, 'truncated', 'The file ends before the entry');
  if (!hasMark(header, 0, 'PK\x03\x04')) {
    throw entryFault(entry, 'damaged', 'The entry is not at its declared offset');
  }
  return entry.offset + localHeaderBytes + u16le(header, 26) + u16le(header, 28);
}

/** Reads the local header. Throws the errors of localHeaderDataOffset. */
export const findZipDataOffset = (source: ByteSource, entry: ZipLocation): number =>
  localHeaderDataOffset(source.read(entry.offset, localHeaderBytes), entry);

/**
 * Returns the first `byteCount` packed bytes of an entry, fewer if it is shorter. Reads the local header
 * along with them, so that one read is usually sufficient. Throws FormatError `page_extraction`: truncated,
 * damaged.
 */
export function readPacked(source: ByteSource, entry: ZipLocation, byteCount: number): Uint8Array {
  const wanted = Math.min(byteCount, entry.packedBytes);
  const guess = guessLocalHeaderBytes(entry);
  const bytes = source.read(entry.offset, guess + wanted);
  const start = localHeaderDataOffset(bytes, entry) - entry.offset;
  const packed =
    start <= guess ? bytes.subarray(start, start + wanted) : source.read(entry.offset + start, wanted);
  if (packed.length < wanted) throw entryFault(entry, 'truncated', 'The file ends within the entry');
  return packed;
}

/** No name, no time, unknown system. */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/**
 * Returns the 10 bytes before and the 8 bytes after raw deflate data that make it gzip (RFC 1952). CRC-32 and
 * size come from the directory. If they are wrong, the receiver detects a broken gzip.
 */
export function gzipFrame(entry: { crc32: number; sizeBytes: number }): {
  header: Uint8Array;
  trailer: Uint8Array;
} {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(entry.crc32 >>> 0, 0);
  trailer.writeUInt32LE(entry.sizeBytes % 2 ** 32, 4);
  return { header: gzipHeader, trailer };
}

// Where the packed data of a zip entry lie, and how raw deflate data go out as gzip. The server reads the 30 bytes
// itself and calls the pure functions; workers call those that read.
import { hasMark, u16le } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';
import { entryFault } from '../faults.ts';

/** Bytes of a local header without its name and extra field (APPNOTE 4.3.7). */
export const localHeaderBytes = 30;

/** What locating needs to know of an entry; a page of the page map has it too. */
export interface ZipLocation {
  name: string;
  /** Of the local header, from the beginning of the file. */
  offset: number;
  packedBytes: number;
}

/** What a local header mostly takes: the name is at most three bytes a character, usual extra fields take up to 36. */
export const guessLocalHeaderBytes = ({ name }: ZipLocation): number =>
  localHeaderBytes + 3 * name.length + 64;

/**
 * Offset of an entry's data in the file, from the first 30 bytes at `entry.offset`. Of the local header only the
 * lengths count; sizes, method and name are the directory's. Throws FormatError `page_extraction`: truncated,
 * damaged.
 */
export function localHeaderDataOffset(header: Uint8Array, entry: ZipLocation): number {
  if (header.length < localHeaderBytes)
    throw entryFault(entry, 'truncated', 'The file ends before the entry');
  if (!hasMark(header, 0, 'PK\x03\x04')) {
    throw entryFault(entry, 'damaged', 'The entry is not where the archive says');
  }
  return entry.offset + localHeaderBytes + u16le(header, 26) + u16le(header, 28);
}

/**
 * The first `byteCount` packed bytes of an entry, fewer when it is shorter, mostly in one read: the local header is
 * read along with them. Throws FormatError `page_extraction`: truncated, damaged.
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
 * What goes before and after an entry's raw deflate data to make it gzip (RFC 1952), 10 and 8 bytes. CRC-32 and size are the
 * directory's: where they lie, the receiver finds a broken gzip.
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

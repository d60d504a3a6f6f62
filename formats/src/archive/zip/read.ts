// Reads entries of a zip. The methods of nearly all zips (stored, deflate, zstd) are read here and now, without any
// wait; the others live in rare-methods.ts.
import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { checkContent } from '../entries/content.ts';
import type { ArchiveEntry, ArchiveMethod } from '../entry.ts';
import { checkDeclared, entryFault, unsupportedMethod } from '../faults.ts';
import { readPacked } from './local.ts';

/** Whether readZipEntry can read what is packed so. */
export function isCommonZipMethod(method: ArchiveMethod): boolean {
  return method === 'stored' || method === 'deflate' || method === 'zstd';
}

/**
 * The whole content of an entry, checked against the directory's size and CRC-32. Throws FormatError
 * `page_extraction`: encrypted, link, too_large, unsupported_method, truncated, damaged, crc_mismatch.
 */
export function readZipEntry(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array {
  checkDeclared(entry, limits);
  if (!isCommonZipMethod(entry.method)) throw unsupportedMethod(entry);
  const packed = readPacked(source, entry, entry.packedBytes);
  return checkContent(entry, unpack(entry, packed));
}

/**
 * The first bytes of an entry's content, at most `byteCount` and all of them when it is shorter. Unchecked: only
 * the whole entry can be. One read of the file; about 2 µs stored, 10 µs deflated for 4 KiB. Throws FormatError
 * `page_extraction`: encrypted, link, too_large (zstd), unsupported_method, truncated, damaged.
 */
export function readZipEntryHead(
  source: ByteSource,
  entry: ArchiveEntry,
  { byteCount, limits }: { byteCount: number; limits: Limits },
): Uint8Array {
  if (entry.isEncrypted || entry.isSymlink) checkDeclared(entry, limits);
  switch (entry.method) {
    case 'stored':
      return readPacked(source, entry, byteCount);
    case 'deflate':
      // Deflate makes incompressible data, as pictures are, a little longer.
      return inflateHead(entry, readPacked(source, entry, byteCount + 64)).subarray(0, byteCount);
    default:
      return readZipEntry(source, entry, limits).subarray(0, byteCount);
  }
}

function unpack(entry: ArchiveEntry, packed: Uint8Array): Uint8Array {
  if (entry.method === 'stored') return packed;
  // One chunk of the declared size: a longer content ends in an error and is never held.
  const bound = Math.max(1, entry.sizeBytes);
  const options = { maxOutputLength: bound, chunkSize: Math.max(constants.Z_MIN_CHUNK, bound) };
  try {
    return entry.method === 'zstd' ? zstdDecompressSync(packed, options) : inflateRawSync(packed, options);
  } catch (cause) {
    throw entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged', cause);
  }
}

/** What the beginning of deflate data unpacks to: at most some 1,030 times as much, and mostly about as much. */
function inflateHead(entry: ArchiveEntry, packed: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 2 * packed.length + 64 });
  } catch (cause) {
    throw entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged', cause);
  }
}

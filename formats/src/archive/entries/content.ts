// The last word on an entry's unpacked bytes: they must be what the index declares.
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from '../entry.ts';
import { entryFault } from '../faults.ts';

/** Gives the bytes back, or throws FormatError `page_extraction`: damaged (size), crc_mismatch. */
export function checkContent(entry: ArchiveEntry, bytes: Uint8Array): Uint8Array {
  if (bytes.length !== entry.sizeBytes) {
    throw entryFault(
      entry,
      'damaged',
      `The entry unpacks to ${bytes.length} bytes instead of ${entry.sizeBytes}`,
    );
  }
  if (entry.crc32 !== undefined && crc32(bytes) !== entry.crc32) {
    throw entryFault(entry, 'crc_mismatch', "The entry's checksum is wrong: it is damaged");
  }
  return bytes;
}

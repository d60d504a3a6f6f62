// Verifies the unpacked bytes of an entry against its index.
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from '../entry.ts';
import { entryFault } from '../faults.ts';

/** Returns the bytes, or throws FormatError `page_extraction`: damaged (size), crc_mismatch. */
export function checkContent(entry: ArchiveEntry, bytes: Uint8Array): Uint8Array {
  if (bytes.length !== entry.sizeBytes) {
    throw entryFault(
      entry,
      'damaged',
      `The entry unpacks to ${bytes.length} bytes instead of ${entry.sizeBytes}`,
    );
  }
  if (entry.crc32 !== undefined && crc32(bytes) !== entry.crc32) {
    throw entryFault(entry, 'crc_mismatch', 'The entry is damaged: its checksum is wrong');
  }
  return bytes;
}

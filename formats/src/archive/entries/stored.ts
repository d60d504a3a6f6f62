// Reads uncompressed entries of RAR, 7z and tar at their offsets.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { checkDeclared, entryFault, unsupportedMethod } from '../faults.ts';
import { checkContent } from './content.ts';

export const isStored = ({ method }: ArchiveEntry): boolean => method === 'stored';

/**
 * Returns the whole content of a stored entry. Works in solid archives too, because stored entries do not
 * depend on others. Verifies size and CRC-32 if the archive has it (BLAKE2 is not verified). Throws
 * FormatError `page_extraction`: encrypted, link, too_large, unsupported_method (it is packed), truncated,
 * damaged, crc_mismatch.
 */
export function readStoredEntry(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array {
  checkDeclared(entry, limits);
  return checkContent(entry, readRange(source, entry, entry.packedBytes));
}

/**
 * Returns the first bytes of a stored entry, at most `byteCount`, unverified. Throws the errors of
 * readStoredEntry.
 */
export function readStoredHead(
  source: ByteSource,
  entry: ArchiveEntry,
  { byteCount, limits }: { byteCount: number; limits: Limits },
): Uint8Array {
  if (entry.isEncrypted || entry.isSymlink) checkDeclared(entry, limits);
  return readRange(source, entry, Math.min(byteCount, entry.packedBytes));
}

function readRange(source: ByteSource, entry: ArchiveEntry, length: number): Uint8Array {
  if (!isStored(entry)) throw unsupportedMethod(entry);
  const bytes = source.read(entry.offset, length);
  if (bytes.length < length) throw entryFault(entry, 'truncated', 'The file ends within the entry');
  return bytes;
}

// Entries that lie in the file as they are, at their offset: of RAR, 7z and tar.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { checkDeclared, entryFault, unsupportedMethod } from '../faults.ts';
import { checkContent } from './content.ts';

export const isStored = ({ method }: ArchiveEntry): boolean => method === 'stored';

/**
 * The whole content of a stored entry, in a solid archive too: storing does not depend on other entries. Checked
 * against size and CRC-32, where there is one (BLAKE2 is not checked). Throws FormatError `page_extraction`: encrypted,
 * link, too_large, unsupported_method (it is packed), truncated, damaged, crc_mismatch.
 */
export function readStoredEntry(source: ByteSource, entry: ArchiveEntry, limits: Limits): Uint8Array {
  checkDeclared(entry, limits);
  return checkContent(entry, readRange(source, entry, entry.packedBytes));
}

/** The first bytes of a stored entry, at most `byteCount`, unchecked. Throws as readStoredEntry does. */
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

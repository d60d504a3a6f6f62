// FormatErrors of archives and their entries, with stable reasons.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ArchiveEntry, ArchiveIndex } from './entry.ts';

export type ArchiveFault = 'truncated' | 'damaged' | 'too_large' | 'overlap' | 'encrypted' | 'multi_volume';

export type EntryFault =
  | 'encrypted'
  | 'too_large'
  | 'unsupported_method'
  | 'crc_mismatch'
  | 'truncated'
  | 'damaged'
  | 'multi_volume'
  | 'link';

/** Creates the error of an archive whose index is unusable. */
export function archiveFault(reason: ArchiveFault, message: string, cause?: unknown): FormatError {
  return new FormatError('parser', message, { reason, cause });
}

/** Creates the error of one unreadable entry. Other entries may be readable. */
export function entryFault(
  entry: { name: string },
  reason: EntryFault,
  message: string,
  cause?: unknown,
): FormatError {
  return new FormatError('page_extraction', message, { entry: entry.name, reason, cause });
}

export function tooManyEntries(limits: Limits): FormatError {
  return archiveFault('too_large', `The archive has more than ${limits.maxEntries} entries`);
}

/**
 * Refuses an entry that the index declares as encrypted, as a link, or as larger than the limits allow.
 * Throws FormatError `page_extraction`.
 */
export function checkDeclared(entry: ArchiveEntry, limits: Limits): void {
  if (entry.isEncrypted) throw entryFault(entry, 'encrypted', 'The entry is encrypted');
  if (entry.isSymlink) throw entryFault(entry, 'link', 'The entry is a link');
  const { sizeBytes, packedBytes } = entry;
  const isInflated = sizeBytes > limits.ratioFreeBytes && sizeBytes > packedBytes * limits.maxRatio;
  if (Math.max(sizeBytes, packedBytes) > limits.maxEntryBytes || isInflated) {
    throw entryFault(entry, 'too_large', `The entry unpacks to ${sizeBytes} bytes, more than is allowed`);
  }
}

/** Refuses an archive without readable entries. Throws FormatError `parser`: encrypted, multi_volume. */
export function refuseUnreadable(index: ArchiveIndex): void {
  if (index.hasEncryptedHeaders) throw archiveFault('encrypted', 'The archive is encrypted');
  if (index.isMultiVolume) throw archiveFault('multi_volume', 'The archive is one of several parts');
}

export function unsupportedMethod(entry: { name: string }): FormatError {
  return entryFault(entry, 'unsupported_method', 'The entry is packed by a method that is not supported');
}

// Converts archive entries to entries of the page map.
import type { ArchiveEntry, ArchiveIndex } from '../archive/entry.ts';
import type { EntryMethod, StoredEntry } from '../content.ts';

/** `position` is the index in the archive's list of entries. */
export function toStoredEntry(
  entry: ArchiveEntry,
  { position, mediaType }: { position: number; mediaType: string },
): StoredEntry {
  return {
    name: entry.name,
    mediaType,
    sizeBytes: entry.sizeBytes,
    packedBytes: entry.packedBytes,
    method: toMethod(entry),
    offset: entry.offset,
    index: position,
    crc32: entry.crc32 ?? null,
    ...(entry.packing !== undefined && { packing: entry.packing }),
  };
}

/** The server itself cannot read encrypted entries, whatever their method. */
function toMethod({ method, isEncrypted }: ArchiveEntry): EntryMethod {
  if (isEncrypted) return 'other';
  return method === 'stored' || method === 'deflate' ? method : 'other';
}

export function mapPositions({ entries }: ArchiveIndex): Map<ArchiveEntry, number> {
  return new Map(entries.map((entry, i) => [entry, i]));
}

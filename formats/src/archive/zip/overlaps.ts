// Refuses zips whose entries share bytes of the file, the method by which a small file declares petabytes (D.
// Fifield, "A better zip bomb", 2019).
import type { ArchiveEntry } from '../entry.ts';
import { archiveFault } from '../faults.ts';

const localHeaderBytes = 30;

/** Throws FormatError `parser` overlap. Linear for entries in file order, which is almost universal. */
export function refuseOverlaps(entries: readonly ArchiveEntry[]): void {
  if (isApart(entries)) return;
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  if (!isApart(sorted)) throw archiveFault('overlap', 'Entries of the archive share the same bytes');
}

function isApart(entries: readonly ArchiveEntry[]): boolean {
  let end = 0;
  for (const { offset, packedBytes } of entries) {
    if (offset < end) return false;
    end = offset + localHeaderBytes + packedBytes;
  }
  return true;
}

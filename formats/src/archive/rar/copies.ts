// Entries that RAR 5 stores as references to an identical earlier file ("save identical files as
// references").
import type { ArchiveEntry } from '../entry.ts';
import type { Rar5File } from './rar5-file.ts';

/**
 * Gives each copy the offset and sizes of its target, so that it reads like any entry. A copy whose target is
 * not an earlier file with content remains a link.
 */
export function resolveCopies(files: readonly Rar5File[]): ArchiveEntry[] {
  const entries = files.map(({ entry }) => entry);
  if (!files.some(({ copyOf }) => copyOf !== undefined)) return entries;
  const earlier = new Map<string, ArchiveEntry>();
  for (const { entry, copyOf } of files) {
    const original = copyOf === undefined ? undefined : earlier.get(copyOf);
    if (original) {
      const { sizeBytes, packedBytes, crc32, method, offset, index, isEncrypted } = original;
      Object.assign(entry, {
        sizeBytes,
        packedBytes,
        crc32,
        method,
        offset,
        index,
        isEncrypted,
        isSymlink: false,
      });
    }
    if (!entry.isSymlink && !entry.isDirectory) earlier.set(entry.name, entry);
  }
  return entries;
}

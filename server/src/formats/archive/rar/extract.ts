// Unpacks entries of a RAR archive into a folder of the caller's, for archives that are too slow to unpack by entry.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '../../error.ts';
import type { ArchiveEntry } from '../entry.ts';
import { type RarUnpacking, unpackRarEntries } from './read.ts';

export interface ExtractedEntry {
  entry: ArchiveEntry;
  /** The file with the entry's content, or why there is none. */
  outcome: { path: string } | FormatError;
}

/**
 * Unpacks entries in a single pass into files named by the entries' positions (`0`, `17`), never by their names.
 * `into` exists and belongs to the caller, who removes it, also after an error. Bounds and errors are those of
 * unpackRarEntries; errors of the file system pass through with their codes (ENOSPC, …).
 */
export async function extractRarEntries(
  unpacking: Omit<RarUnpacking, 'onEntry'>,
  into: string,
): Promise<ExtractedEntry[]> {
  const extracted: ExtractedEntry[] = [];
  await unpackRarEntries({
    ...unpacking,
    onEntry(entry, content) {
      const path = join(into, String(entry.index));
      if (!(content instanceof FormatError)) writeFileSync(path, content);
      extracted.push({ entry, outcome: content instanceof FormatError ? content : { path } });
    },
  });
  return extracted;
}

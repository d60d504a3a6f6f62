// Reads entries of a RAR archive: stored entries at their offsets, packed entries by UnRAR in a single pass.
import { FormatError, settle } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { checkContent } from '../entries/content.ts';
import { readStoredEntry } from '../entries/stored.ts';
import type { ArchiveEntry, ArchiveIndex, Unpacking } from '../entry.ts';
import { archiveFault, checkDeclared, refuseUnreadable } from '../faults.ts';
import { openUnrar, type Unrar } from './unrar.ts';

/**
 * Unpacks entries in a single pass and holds one at a time. Errors of an entry are passed to `onEntry`, and
 * the others continue. Sizes are bounded by the headers and again by what UnRAR writes. Only the worker
 * process can bound the time, which hostile data may extend forever, and UnRAR's memory (about 20 MiB plus a
 * dictionary of up to 256 MiB). Throws FormatError `parser`: encrypted (names too), multi_volume, too_large
 * (more than `maxUnpackedBytes` in total, or solid with a larger dictionary).
 */
export async function unpackRarEntries(unpacking: Unpacking): Promise<void> {
  const { source, index, wanted, limits, onEntry } = unpacking;
  refuseUnreadable(index);
  const packed: Packed = { byIndex: new Map(), last: -1 };
  for (const entry of wanted) {
    const isPacked = entry.method === 'rar';
    const content = settle(() => {
      if (isPacked) checkDeclared(entry, limits);
      return isPacked ? undefined : readStoredEntry(source, entry, limits);
    });
    if (content) onEntry(entry, content);
    else addPacked(packed, entry);
  }
  if (packed.last < 0) return;
  refuseTooMuch(index, packed, limits);
  unpackPacked(await openUnrar(source), packed, onEntry);
}

interface Packed {
  /** Several entries if some are copies of others. */
  byIndex: Map<number, ArchiveEntry[]>;
  /** The highest of the positions. */
  last: number;
}

function addPacked(packed: Packed, entry: ArchiveEntry): void {
  const copies = packed.byIndex.get(entry.index);
  if (copies) copies.push(entry);
  else packed.byIndex.set(entry.index, [entry]);
  packed.last = Math.max(packed.last, entry.index);
}

function unpackPacked(unrar: Unrar, packed: Packed, onEntry: Unpacking['onEntry']): void {
  for (let i = 0; i <= packed.last; i++) {
    const [entry, ...copies] = packed.byIndex.get(i) ?? [];
    if (entry === undefined) {
      unrar.skip();
      continue;
    }
    const bytes = unrar.unpack(entry);
    const content = bytes instanceof FormatError ? bytes : settle(() => checkContent(entry, bytes));
    for (const wanted of [entry, ...copies]) onEntry(wanted, content);
  }
}

/** Skipped entries of a solid archive are unpacked as well. */
function refuseTooMuch({ entries, isSolid }: ArchiveIndex, { byIndex, last }: Packed, limits: Limits): void {
  let total = 0;
  for (const entry of entries) {
    if (isSolid ? entry.index <= last : byIndex.has(entry.index)) total += entry.sizeBytes;
    if (isSolid && entry.index < last && entry.method === 'unknown') {
      throw archiveFault('too_large', 'The archive needs too much memory to unpack');
    }
  }
  if (total > limits.maxUnpackedBytes) {
    throw archiveFault('too_large', `The archive unpacks to ${total} bytes, more than allowed`);
  }
}

// Reads entries of a 7z archive: stored entries at their offsets, packed entries by 7-Zip in one pass per
// folder.
import { type FormatError, settle } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { type ByteSource, bytesSource } from '../../source.ts';
import { checkContent } from '../entries/content.ts';
import { readStoredEntry } from '../entries/stored.ts';
import type { ArchiveEntry, ArchiveIndex, Unpacking } from '../entry.ts';
import { archiveFault, checkDeclared, entryFault, refuseUnreadable, unsupportedMethod } from '../faults.ts';
import { findMemory, isKnownMethod, maxDictionaryBytes } from './coders.ts';
import { mountFileSystem, type Output, virtualPaths } from './file-system.ts';
import { startSevenZip } from './program.ts';
import { layoutOf, type PartLocation } from './read-index.ts';
import { rewriteFolders } from './rewrite.ts';
import type { Folder } from './streams.ts';

/**
 * Unpacks entries and holds one at a time. Errors of an entry are passed to `onEntry`, and the others
 * continue. Sizes are bounded by the header and again by what 7-Zip writes, dictionaries by 256 MiB. Only the
 * worker process can bound the time. Throws FormatError `parser`: encrypted (names too), too_large (more than
 * `maxUnpackedBytes` in total).
 */
export async function unpackSevenZipEntries(unpacking: Unpacking): Promise<void> {
  const { source, index, wanted, limits, onEntry } = unpacking;
  refuseUnreadable(index);
  const packed: ArchiveEntry[] = [];
  for (const entry of wanted) {
    const content = settle(() => {
      checkDeclared(entry, limits);
      return entry.method === 'stored' ? readStoredEntry(source, entry, limits) : undefined;
    });
    if (content) onEntry(entry, content);
    else packed.push(entry);
  }
  if (packed.length === 0) return;
  const byFolder = groupByFolder(index, packed, onEntry);
  refuseTooMuch([...byFolder.values()].flat(), limits);
  await unpackFolders(source, byFolder, onEntry);
}

interface RequestedEntry {
  entry: ArchiveEntry;
  location: PartLocation;
}

/** Groups the wanted entries by folder. Entries that cannot be unpacked are reported to `onEntry`. */
function groupByFolder(
  index: ArchiveIndex,
  entries: readonly ArchiveEntry[],
  onEntry: Unpacking['onEntry'],
): Map<Folder, RequestedEntry[]> {
  const layout = layoutOf(index);
  const byFolder = new Map<Folder, RequestedEntry[]>();
  for (const entry of entries) {
    const location = layout?.files[entry.index]?.location;
    const fault = location ? findFolderFault(entry, location.folder) : damaged(entry);
    if (fault || !location) onEntry(entry, fault ?? damaged(entry));
    else byFolder.set(location.folder, [...(byFolder.get(location.folder) ?? []), { entry, location }]);
  }
  return byFolder;
}

function findFolderFault(entry: ArchiveEntry, { coders, unpackedSizes }: Folder): FormatError | undefined {
  if (!coders.every(isKnownMethod)) return unsupportedMethod(entry);
  const largest = Math.max(...unpackedSizes);
  if (coders.reduce((total, coder) => total + findMemory(coder, largest), 0) > maxDictionaryBytes)
    return entryFault(entry, 'too_large', 'The entry needs too much memory to unpack');
  return undefined;
}

const damaged = (entry: ArchiveEntry, cause?: unknown): FormatError =>
  entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged', cause);

/** All data in a folder before a wanted entry is unpacked as well. */
function refuseTooMuch(wanted: readonly RequestedEntry[], limits: Limits): void {
  const ends = new Map<Folder, number>();
  for (const { entry, location } of wanted)
    ends.set(location.folder, Math.max(ends.get(location.folder) ?? 0, location.offset + entry.sizeBytes));
  const total = [...ends.values()].reduce((sum, end) => sum + end, 0);
  if (total > limits.maxUnpackedBytes)
    throw archiveFault('too_large', `The archive unpacks to ${total} bytes, more than allowed`);
}

async function unpackFolders(
  source: ByteSource,
  byFolder: ReadonlyMap<Folder, readonly RequestedEntry[]>,
  onEntry: Unpacking['onEntry'],
): Promise<void> {
  const folders = [...byFolder.keys()];
  const waiting = new Map<string, ArchiveEntry>();
  let first = 0;
  for (const folder of folders) {
    for (const { entry, location } of byFolder.get(folder) ?? [])
      waiting.set(`${first + location.part}`, entry);
    first += folder.parts.length;
  }
  const list = bytesSource(Buffer.from([...waiting.keys()].join('\n')));
  const output = collect(waiting, onEntry);
  const program = await startSevenZip();
  mountFileSystem(program, { archive: rewriteFolders(source, folders), list, output });
  let cause: unknown;
  try {
    const { archive, list: wanted, output: to } = virtualPaths;
    program.callMain(['x', archive, `@${wanted}`, '-y', '-bd', '-p-', `-o${to}`]);
  } catch (error) {
    cause = error;
  }
  output.close();
  for (const entry of waiting.values()) onEntry(entry, damaged(entry, cause));
}

/** Receives the files that 7-Zip writes, one at a time, and removes them from `waiting`. */
function collect(waiting: Map<string, ArchiveEntry>, onEntry: Unpacking['onEntry']): Output {
  let current: { name: string; entry: ArchiveEntry; bytes: Buffer; length: number } | undefined;
  return {
    open(name) {
      const entry = waiting.get(name);
      current = entry && { name, entry, bytes: Buffer.alloc(entry.sizeBytes), length: 0 };
    },
    write(bytes, position) {
      if (!current) return true;
      if (position !== current.length || position + bytes.length > current.bytes.length) return false;
      current.bytes.set(bytes, position);
      current.length += bytes.length;
      return true;
    },
    close() {
      if (!current) return;
      const { name, entry, bytes, length } = current;
      current = undefined;
      waiting.delete(name);
      onEntry(
        entry,
        settle(() => checkContent(entry, bytes.subarray(0, length))),
      );
    },
  };
}

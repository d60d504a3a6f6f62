// Reads entries of any archive by its index, so that nothing above needs to know zip from RAR.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveEntry, ArchiveIndex } from './entry.ts';
import { readRarEntry, readStoredRarEntry, readStoredRarHead, unpackRarEntries } from './rar/read.ts';
import { isRareZipMethod, readRareZipEntry } from './zip/rare-methods.ts';
import { isCommonZipMethod, readZipEntry, readZipEntryHead } from './zip/read.ts';

export interface OpenArchive {
  source: ByteSource;
  index: ArchiveIndex;
  limits: Limits;
}

/** Whether readEntryNow reads an entry; the others need readEntry, which waits for a decoder. */
export function isReadableNow({ index }: Pick<OpenArchive, 'index'>, entry: ArchiveEntry): boolean {
  return index.kind === 'zip' ? isCommonZipMethod(entry.method) : entry.method === 'stored';
}

/**
 * The whole content of an entry, checked. Throws FormatError `page_extraction`: encrypted, link, too_large,
 * unsupported_method (also for what only readEntry reads), truncated, damaged, crc_mismatch.
 */
export function readEntryNow({ source, index, limits }: OpenArchive, entry: ArchiveEntry): Uint8Array {
  const read = index.kind === 'zip' ? readZipEntry : readStoredRarEntry;
  return read(source, entry, limits);
}

/**
 * The first bytes of an entry, at most `byteCount`, for a look at its header: unchecked, and only of entries that
 * are readable now. Throws FormatError `page_extraction` as readEntryNow does.
 */
export function readEntryHead(
  { source, index, limits }: OpenArchive,
  entry: ArchiveEntry,
  byteCount: number,
): Uint8Array {
  return index.kind === 'zip'
    ? readZipEntryHead(source, entry, { byteCount, limits })
    : readStoredRarHead(source, entry, { byteCount, limits });
}

/**
 * The whole content of an entry by any method, checked. One packed entry of a solid archive costs unpacking all
 * before it: readEntries for more than one. To be run where it can be killed. Throws FormatError `page_extraction`
 * as readEntryNow does, and multi_volume; `parser` for an archive that cannot be read at all.
 */
export async function readEntry(archive: OpenArchive, entry: ArchiveEntry): Promise<Uint8Array> {
  if (isReadableNow(archive, entry)) return readEntryNow(archive, entry);
  if (archive.index.kind !== 'zip') return readRarEntry(archive, entry);
  const { source, limits } = archive;
  return isRareZipMethod(entry.method)
    ? readRareZipEntry(source, entry, limits)
    : readZipEntry(source, entry, limits);
}

/**
 * Reads entries one after another, holding one at a time: of RAR archives in a single pass. `onEntry` is called once
 * for each, in any order, with its content or why it cannot be had. Throws FormatError `parser` for an archive that
 * cannot be read at all.
 */
export async function readEntries(
  archive: OpenArchive,
  wanted: readonly ArchiveEntry[],
  onEntry: (entry: ArchiveEntry, content: Uint8Array | FormatError) => void,
): Promise<void> {
  if (archive.index.kind !== 'zip') return unpackRarEntries({ ...archive, wanted, onEntry });
  for (const entry of wanted) {
    const content = await readEntry(archive, entry).catch((error: unknown) => {
      if (error instanceof FormatError) return error;
      throw error;
    });
    onEntry(entry, content);
  }
}

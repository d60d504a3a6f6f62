// Reads entries of any archive by its index, so that nothing above needs to know one kind from another.
import { type FormatError, toFormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveEntry, Unpacking } from './entry.ts';
import type { KnownIndex } from './open.ts';
import { readerOf } from './readers.ts';

export interface OpenArchive {
  source: ByteSource;
  index: KnownIndex;
  limits: Limits;
}

/** Whether readEntryNow reads an entry; the others need readEntry, which waits for a decoder. */
export const isReadableNow = ({ index }: Pick<OpenArchive, 'index'>, entry: ArchiveEntry): boolean =>
  readerOf(index.kind).isReadableNow(entry);

/**
 * The whole content of an entry, checked. Throws FormatError `page_extraction`: encrypted, link, too_large,
 * unsupported_method (also for what only readEntry reads), truncated, damaged, crc_mismatch.
 */
export const readEntryNow = ({ source, index, limits }: OpenArchive, entry: ArchiveEntry): Uint8Array =>
  readerOf(index.kind).readNow(source, entry, limits);

/**
 * The first bytes of an entry, at most `byteCount`, for a look at its header: unchecked, and only of entries that
 * are readable now. Throws FormatError `page_extraction` as readEntryNow does.
 */
export const readEntryHead = (
  { source, index, limits }: OpenArchive,
  entry: ArchiveEntry,
  byteCount: number,
): Uint8Array => readerOf(index.kind).readHead(source, entry, { byteCount, limits });

/**
 * The whole content of an entry by any method, checked. One packed entry of a solid archive costs unpacking all
 * before it: readEntries for more than one. To be run where it can be killed. Throws FormatError `page_extraction`
 * as readEntryNow does, and multi_volume; `parser` for an archive that cannot be read at all.
 */
export async function readEntry(archive: OpenArchive, entry: ArchiveEntry): Promise<Uint8Array> {
  const { source, index, limits } = archive;
  const { unpack, decode } = readerOf(index.kind);
  if (isReadableNow(archive, entry) || !(unpack || decode)) return readEntryNow(archive, entry);
  if (decode) return decode(source, entry, limits);
  const contents: (Uint8Array | FormatError)[] = [];
  await readEntries(archive, [entry], (_, content) => contents.push(content));
  const [content] = contents;
  if (content instanceof Uint8Array) return content;
  throw content;
}

/**
 * Reads entries one after another, holding one at a time: of RAR and 7z archives in a single pass. `onEntry` is called once
 * for each, in any order, with its content or why it cannot be had. Throws FormatError `parser` for an archive that
 * cannot be read at all.
 */
export async function readEntries(
  archive: OpenArchive,
  wanted: readonly ArchiveEntry[],
  onEntry: Unpacking['onEntry'],
): Promise<void> {
  const { unpack } = readerOf(archive.index.kind);
  if (unpack) return unpack({ ...archive, wanted, onEntry });
  for (const entry of wanted) {
    onEntry(entry, await readEntry(archive, entry).catch(toFormatError));
  }
}

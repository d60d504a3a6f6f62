// Reads entries of any archive by its index, so that nothing above needs to know one kind from another.
import { detectKind } from '../detect.ts';
import { FormatError, toFormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveEntry, Unpacking } from './entry.ts';
import { type KnownIndex, readArchiveIndex } from './open.ts';
import type { PositionPass } from './packed-tar/read.ts';
import { archiveKinds, readerOf } from './readers.ts';
import { type PlacedEntry, toIndexOfOne } from './seven-zip/read-index.ts';

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

/**
 * Entries by their positions in an archive, in as few passes as it takes. `onEntry` is called once for each that is
 * there. Throws FormatError `parser` for an archive that cannot be read at all.
 */
export async function readPositions({ source, limits, positions, onEntry }: PositionPass): Promise<void> {
  const kind = detectKind(source);
  const archive = archiveKinds.find((one) => one === kind);
  const unpackPositions = archive && readerOf(archive).unpackPositions;
  if (unpackPositions) return unpackPositions({ source, limits, positions, onEntry });
  const index = readArchiveIndex(source, limits, kind);
  const placed = new Map(
    positions.flatMap((position) => {
      const entry = index.entries[position];
      return entry ? [[entry, position] as const] : [];
    }),
  );
  await readEntries({ source, index, limits }, [...placed.keys()], (entry, content) =>
    onEntry(placed.get(entry) ?? -1, content),
  );
}

/** An entry as it is kept of an archive that was read before: by its position, or by all that unpacking it needs. */
export type KeptEntry = Omit<PlacedEntry, 'packing'> & { index: number; packing?: string };

/** The content of an entry. Throws FormatError `page_extraction` as readEntry does. */
export async function readKept(
  source: ByteSource,
  limits: Limits,
  { index: position, packing, ...kept }: KeptEntry,
): Promise<Uint8Array> {
  if (packing !== undefined) {
    const index = toIndexOfOne({ ...kept, packing }, limits);
    const [entry] = index.entries;
    if (entry) return readEntry({ source, index: { ...index, kind: '7z' }, limits }, entry);
  }
  const contents: (Uint8Array | FormatError)[] = [];
  const onEntry: PositionPass['onEntry'] = (_, content) => contents.push(content);
  await readPositions({ source, limits, positions: [position], onEntry });
  const [content] = contents;
  if (content instanceof Uint8Array) return content;
  throw (
    content ?? new FormatError('page_extraction', 'The entry is not in the archive', { reason: 'damaged' })
  );
}

// Reads entries of an archive of any kind through its index.
import { detectKind } from '../detect.ts';
import { FormatError, toFormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveEntry, Unpacking } from './entry.ts';
import { type DetectedIndex, readArchiveIndex } from './open.ts';
import type { PositionPass } from './packed-tar/read.ts';
import { archiveKinds, readerOf } from './readers.ts';
import { type LocatedEntry, toIndexOfOne } from './seven-zip/read-index.ts';

export interface OpenArchive {
  source: ByteSource;
  index: DetectedIndex;
  limits: Limits;
}

/** Whether readEntryNow can read an entry. Other entries need readEntry, which waits for a decoder. */
export const isReadableNow = ({ index }: Pick<OpenArchive, 'index'>, entry: ArchiveEntry): boolean =>
  readerOf(index.kind).isReadableNow(entry);

/**
 * Returns the whole content of an entry after verifying it. Throws FormatError `page_extraction`: encrypted,
 * link, too_large, unsupported_method (also for entries that only readEntry can read), truncated, damaged,
 * crc_mismatch.
 */
export const readEntryNow = ({ source, index, limits }: OpenArchive, entry: ArchiveEntry): Uint8Array =>
  readerOf(index.kind).readNow(source, entry, limits);

/**
 * Returns the first bytes of an entry, at most `byteCount`, to inspect its header. They are not verified.
 * Supports only entries that readEntryNow can read. Throws the errors of readEntryNow.
 */
export const readEntryHead = (
  { source, index, limits }: OpenArchive,
  entry: ArchiveEntry,
  byteCount: number,
): Uint8Array => readerOf(index.kind).readHead(source, entry, { byteCount, limits });

/**
 * Returns the whole content of an entry of any method after verifying it. A packed entry of a solid archive
 * requires unpacking all entries before it; use readEntries for several. Run it in a process that can be
 * killed. Throws FormatError `page_extraction` like readEntryNow, and multi_volume; `parser` for an
 * unreadable archive.
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
 * Reads entries and holds one at a time; RAR and 7z archives are read in a single pass. `onEntry` is called
 * once for each entry, in any order, with its content or the error. Throws FormatError `parser` for an
 * unreadable archive.
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
 * Reads entries by their positions in as few passes as possible. `onEntry` is called once for each existing
 * entry. Throws FormatError `parser` for an unreadable archive.
 */
export async function readPositions({ source, limits, positions, onEntry }: PositionPass): Promise<void> {
  const kind = detectKind(source);
  const archive = archiveKinds.find((candidate) => candidate === kind);
  const unpackPositions = archive && readerOf(archive).unpackPositions;
  if (unpackPositions) return unpackPositions({ source, limits, positions, onEntry });
  const index = readArchiveIndex(source, limits, kind);
  const positionOf = new Map(
    positions.flatMap((position) => {
      const entry = index.entries[position];
      return entry ? [[entry, position] as const] : [];
    }),
  );
  await readEntries({ source, index, limits }, [...positionOf.keys()], (entry, content) =>
    onEntry(positionOf.get(entry) ?? -1, content),
  );
}

/** An entry as stored in a page map: by its position, or with all that is needed to unpack it. */
export type MappedEntry = Omit<LocatedEntry, 'packing'> & { index: number; packing?: string };

/** Returns the content of a stored entry. Throws FormatError `page_extraction` like readEntry. */
export async function readMappedEntry(
  source: ByteSource,
  limits: Limits,
  { index: position, packing, ...kept }: MappedEntry,
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

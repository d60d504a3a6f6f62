// Replaces, renames or adds one entry of a zip. All other bytes are copied without unpacking them.
import { toBuffer, u16le, u32le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { archiveFault } from '../faults.ts';
import { readZipIndex } from './directory.ts';
import { readEndRecord } from './end-record.ts';
import { makeZipEntry } from './new-entry.ts';
import { makeEndRecords } from './stored-zip.ts';

/** A part of the new file: new bytes, or a range of the old file. */
export type ZipPart = Uint8Array | { offset: number; length: number };

interface NewEntry {
  /** Name of the entry in the index; a new entry stores it in UTF-8. */
  name: string;
  /** Name of the entry that it replaces, if it is another one. */
  formerName?: string | undefined;
  content: Uint8Array;
  modifiedAt: Date;
}

interface Header {
  entry: ArchiveEntry;
  bytes: Buffer;
}

const centralBytes = 46;
const max32 = 0xffff_ffff;
const zip64Id = 0x0001;
const unicodePathId = 0x7075;

/**
 * Returns the parts of the new file in order. The old entry and other entries of its name are cut out, so
 * that readers that follow local headers do not find them. The new entry is after all others in the file, but
 * keeps its position in the directory. Throws FormatError `parser` for archives that `readZipIndex` refuses,
 * for a signed directory, and for a directory without room for the new offsets.
 */
export function replaceZipEntry(
  source: ByteSource,
  { name, formerName, content, modifiedAt }: NewEntry,
  limits: Limits,
): ZipPart[] {
  const isFormer = (entry: ArchiveEntry) => entry.name === name || entry.name === formerName;
  const { entries } = readZipIndex(source, limits);
  const end = readEndRecord(source);
  const headers = readHeaders(source.read(end.directoryOffset, end.directoryBytes), entries);
  const former = headers.filter(({ entry }) => isFormer(entry));
  const known = former.find(({ entry }) => entry.name === name);
  const holes = toHoles(entries, isFormer, end.directoryOffset);
  const kept = toKept(holes, end.directoryOffset);
  const keptBytes = kept.reduce((sum, { length }) => sum + length, 0);
  const made = makeEntry({ name, content, modifiedAt }, known?.bytes, keptBytes);
  const others = headers.flatMap((header) => {
    if (header === former[0]) return [made.central];
    return isFormer(header.entry) ? [] : [moveHeader(header, holes)];
  });
  const directory = Buffer.concat(former.length === 0 ? [...others, made.central] : others);
  const facts = {
    count: others.length + (former.length === 0 ? 1 : 0),
    directoryBytes: directory.length,
    directoryOffset: keptBytes + made.local.length + made.packed.length,
  };
  const trailing = { offset: end.endOffset, length: source.size - end.endOffset };
  return [
    ...kept,
    ...[made.local, made.packed, directory, makeEndRecords(facts, end.comment)],
    ...(trailing.length > 0 ? [trailing] : []),
  ];
}

/** Returns the headers of the central directory, one per entry. */
function readHeaders(directory: Uint8Array, entries: readonly ArchiveEntry[]): Header[] {
  const bytes = toBuffer(directory);
  let at = 0;
  const headers = entries.map((entry): Header => {
    const length = centralBytes + u16le(bytes, at + 28) + u16le(bytes, at + 30) + u16le(bytes, at + 32);
    at += length;
    return { entry, bytes: bytes.subarray(at - length, at) };
  });
  if (at < bytes.length)
    throw archiveFault('damaged', 'The list of entries is signed or followed by unknown data');
  return headers;
}

interface Hole {
  from: number;
  to: number;
}

/**
 * Returns the ranges of the replaced entries, in file order. Each ends where the next entry or the
 * directory begins.
 */
function toHoles(
  entries: readonly ArchiveEntry[],
  isFormer: (entry: ArchiveEntry) => boolean,
  directoryOffset: number,
): Hole[] {
  const starts = entries.map(({ offset }) => offset).toSorted((a, b) => a - b);
  return entries
    .filter(isFormer)
    .map(({ offset }) => ({
      from: offset,
      to: starts.find((start) => start > offset) ?? directoryOffset,
    }))
    .toSorted((a, b) => a.from - b.from);
}

function toKept(holes: readonly Hole[], directoryOffset: number): { offset: number; length: number }[] {
  const starts = [0, ...holes.map(({ to }) => to)];
  const ends = [...holes.map(({ from }) => from), directoryOffset];
  return starts
    .map((offset, i) => ({ offset, length: (ends[i] ?? offset) - offset }))
    .filter(({ length }) => length > 0);
}

/** Returns the header with the offset of its entry in the new file, counted from the file's beginning. */
function moveHeader({ entry, bytes }: Header, holes: readonly Hole[]): Buffer {
  const before = holes.filter(({ from }) => from < entry.offset);
  const offset = entry.offset - before.reduce((sum, { from, to }) => sum + to - from, 0);
  const moved = Buffer.from(bytes);
  if (u32le(bytes, 42) !== max32) {
    if (offset >= max32) throw noRoom();
    moved.writeUInt32LE(offset, 42);
    return moved;
  }
  // APPNOTE 4.5.3: values that are 0xFFFFFFFF in the header, in this order: size, packed size, offset.
  const field = findField(bytes, zip64Id);
  const skipped = [24, 20].filter((at) => u32le(bytes, at) === max32).length * 8;
  if (!field || field.length < skipped + 8) throw noRoom();
  moved.writeBigUInt64LE(BigInt(offset), field.at + skipped);
  return moved;
}

const noRoom = () => archiveFault('too_large', 'The list of entries has no room for the new offsets');

/** Returns the offset and length of the data of an extra field in a central header. */
function findField(bytes: Buffer, id: number): { at: number; length: number } | undefined {
  let at = centralBytes + u16le(bytes, 28);
  const end = at + u16le(bytes, 30);
  while (at + 4 <= end) {
    const length = u16le(bytes, at + 2);
    if (at + 4 + length > end) return undefined;
    if (u16le(bytes, at) === id) return { at: at + 4, length };
    at += 4 + length;
  }
  return undefined;
}

/** A replaced entry keeps its method, its stored name and its attributes. */
function makeEntry({ name, content, modifiedAt }: NewEntry, former: Buffer | undefined, offset: number) {
  const unicode = former && findField(former, unicodePathId);
  const facts = { content, modifiedAt, offset };
  if (!former) return makeZipEntry({ ...facts, rawName: Buffer.from(name), isStored: false });
  return makeZipEntry({
    ...facts,
    rawName: former.subarray(centralBytes, centralBytes + u16le(former, 28)),
    isStored: u16le(former, 10) === 0,
    flags: u16le(former, 8) & 0x800,
    extra: unicode && former.subarray(unicode.at - 4, unicode.at + unicode.length),
    attributes: u32le(former, 38),
    madeBy: u16le(former, 4),
  });
}

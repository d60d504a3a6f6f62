// Replaces one entry of a zip, or adds it: all other bytes are copied as they are, neither unpacked nor packed anew.
import { crc32, deflateRawSync } from 'node:zlib';
import { toBuffer, u16le, u32le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { archiveFault } from '../faults.ts';
import { readZipIndex } from './directory.ts';
import { readEndRecord } from './end-record.ts';
import { makeEndRecords } from './stored-zip.ts';

/** Bytes of the new file: these, or a range of the old one. */
export type ZipPart = Uint8Array | { offset: number; length: number };

interface NewEntry {
  /** That of the entry as the index has it; a new entry gets it in UTF-8. */
  name: string;
  content: Uint8Array;
  modifiedAt: Date;
}

interface Header {
  entry: ArchiveEntry;
  bytes: Buffer;
}

const centralBytes = 46;
const max32 = 0xffff_ffff;
const [zip64Id, unicodePathId] = [0x0001, 0x7075];

/**
 * The parts of the new file, in their order. The old entry, and others of its name, are cut out, so that readers that follow the
 * local headers do not find them; the new one stands behind all others, and in the list at the old one's place. Throws
 * FormatError `parser` for what `readZipIndex` refuses, for a list that is signed, and for one whose offsets have no room.
 */
export function replaceZipEntry(
  source: ByteSource,
  { name, content, modifiedAt }: NewEntry,
  limits: Limits,
): ZipPart[] {
  const { entries } = readZipIndex(source, limits);
  const end = readEndRecord(source);
  const headers = readHeaders(source.read(end.directoryOffset, end.directoryBytes), entries);
  const former = headers.filter(({ entry }) => entry.name === name);
  const holes = toHoles(entries, name, end.directoryOffset);
  const kept = toKept(holes, end.directoryOffset);
  const keptBytes = kept.reduce((sum, { length }) => sum + length, 0);
  const made = makeEntry({ name, content, modifiedAt }, former[0]?.bytes, keptBytes);
  const others = headers.flatMap((header) => {
    if (header === former[0]) return [made.central];
    return header.entry.name === name ? [] : [moveHeader(header, holes)];
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

/** The headers of the central directory, one for each entry. */
function readHeaders(directory: Uint8Array, entries: readonly ArchiveEntry[]): Header[] {
  const bytes = toBuffer(directory);
  let at = 0;
  const headers = entries.map((entry): Header => {
    const length = centralBytes + u16le(bytes, at + 28) + u16le(bytes, at + 30) + u16le(bytes, at + 32);
    at += length;
    return { entry, bytes: bytes.subarray(at - length, at) };
  });
  if (at < bytes.length)
    throw archiveFault('damaged', 'The list of entries is signed, or followed by something else');
  return headers;
}

interface Hole {
  from: number;
  to: number;
}

/** Where entries of that name lie, up to what follows them, in the order of the file. */
function toHoles(entries: readonly ArchiveEntry[], name: string, directoryOffset: number): Hole[] {
  const starts = entries.map(({ offset }) => offset).toSorted((a, b) => a - b);
  return entries
    .filter((entry) => entry.name === name)
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

/** The header with the offset that its entry has in the new file, from the file's beginning. */
function moveHeader({ entry, bytes }: Header, holes: readonly Hole[]): Buffer {
  const before = holes.filter(({ from }) => from < entry.offset);
  const offset = entry.offset - before.reduce((sum, { from, to }) => sum + to - from, 0);
  const moved = Buffer.from(bytes);
  if (u32le(bytes, 42) !== max32) {
    if (offset >= max32) throw noRoom();
    moved.writeUInt32LE(offset, 42);
    return moved;
  }
  // APPNOTE 4.5.3: the values that are 0xFFFFFFFF in the header, in this order: size, packed size, offset.
  const field = findField(bytes, zip64Id);
  const skipped = [24, 20].filter((at) => u32le(bytes, at) === max32).length * 8;
  if (!field || field.length < skipped + 8) throw noRoom();
  moved.writeBigUInt64LE(BigInt(offset), field.at + skipped);
  return moved;
}

const noRoom = () => archiveFault('too_large', 'The list of entries has no room for their new offsets');

/** An extra field of a central header: where its data begin, and how long they are. */
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

function makeEntry({ name, content, modifiedAt }: NewEntry, former: Buffer | undefined, offset: number) {
  const isStored = former !== undefined && u16le(former, 10) === 0;
  const packed = isStored ? content : deflateRawSync(content);
  const rawName = former?.subarray(centralBytes, centralBytes + u16le(former, 28)) ?? Buffer.from(name);
  const unicode = former && findField(former, unicodePathId);
  const extra = former && unicode ? former.subarray(unicode.at - 4, unicode.at + unicode.length) : empty;
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(offset >= max32 ? 45 : 20, 0);
  facts.writeUInt16LE(former ? u16le(former, 8) & 0x800 : 0x800, 2);
  facts.writeUInt16LE(isStored ? 0 : 8, 4);
  facts.writeUInt32LE(toDosTime(modifiedAt), 6);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(rawName.length, 22);
  facts.writeUInt16LE(extra.length, 24);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, rawName, extra]);
  const far = offset >= max32 ? makeFarField(offset) : empty;
  const rest = Buffer.alloc(14);
  // A file, as Unix and Windows know it.
  rest.writeUInt32LE(former ? u32le(former, 38) : 0o100644 * 0x1_0000, 6);
  rest.writeUInt32LE(Math.min(offset, max32), 10);
  const madeBy = former?.subarray(4, 6) ?? Buffer.of(20, 3);
  facts.writeUInt16LE(extra.length + far.length, 24);
  const head = [Buffer.from('PK\x01\x02', 'latin1'), madeBy, facts, rest];
  return { local, packed, central: Buffer.concat([...head, rawName, extra, far]) };
}

const empty = Buffer.alloc(0);

function makeFarField(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(zip64Id, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/** APPNOTE 4.4.6: date and time of MS-DOS, from 1980 on. */
function toDosTime(date: Date): number {
  const years = Math.min(127, Math.max(0, date.getFullYear() - 1980));
  const day = years * 512 + (date.getMonth() + 1) * 32 + date.getDate();
  const time = date.getHours() * 2048 + date.getMinutes() * 32 + Math.floor(date.getSeconds() / 2);
  return day * 0x1_0000 + time;
}

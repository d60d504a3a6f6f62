// Reads the entries of a zip from its central directory (APPNOTE 4.3.12) in one read and one pass, because
// opening any book starts here. Local headers are read only with their entry.
import { hasMark, toBuffer, u16le, u32le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex, ArchiveMethod } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { decodeCp437, decodeLegacyNames, decodeUtf8 } from '../legacy-charset.ts';
import { isPlainName, toRawName, toShownName } from '../names.ts';
import { readThrough } from '../window.ts';
import { type EndRecord, readEndRecord } from './end-record.ts';
import { readExtra } from './extra.ts';
import { refuseOverlaps } from './overlaps.ts';

const entryMark = 'PK\x01\x02';
const entryBytes = 46;
const isUtf8Flag = 0x800;
const isEncryptedFlag = 0x1;

/**
 * Reads the index of a zip. The directory takes precedence over the counts of the end record and over local
 * headers. Refuses entries that share bytes of the file (a bomb). Throws FormatError `parser`: truncated,
 * damaged, overlap, too_large, multi_volume. 20 entries take about 5 µs.
 */
export function readZipIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const end = readEndRecord(source);
  if (end.directoryBytes > limits.maxIndexBytes) {
    throw archiveFault('too_large', `The archive's list of entries is too long: ${end.directoryBytes} bytes`);
  }
  const bytes = toBuffer(readThrough(source, end.tail, end.directoryOffset, end.directoryBytes));
  const entries = parseDirectory(bytes, end, limits);
  correctOffsets(source, entries, end.shift);
  refuseOverlaps(entries);
  const comment =
    end.comment.length === 0 ? undefined : (decodeUtf8(end.comment) ?? decodeCp437(end.comment));
  return { entries, isSolid: false, isMultiVolume: false, hasEncryptedHeaders: false, comment };
}

interface Pending {
  entry: ArchiveEntry;
  rawName: Uint8Array;
}

function parseDirectory(bytes: Buffer, end: EndRecord, limits: Limits): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  const pending: Pending[] = [];
  let at = 0;
  while (at + entryBytes <= bytes.length && hasMark(bytes, at, entryMark)) {
    if (entries.length === limits.maxEntries) throw tooManyEntries(limits);
    const nameEnd = at + entryBytes + u16le(bytes, at + 28);
    const next = nameEnd + u16le(bytes, at + 30) + u16le(bytes, at + 32);
    if (next > bytes.length) throw damagedDirectory();
    const entry = parseEntry(bytes, at, entries.length);
    const rawName = readName(entry, bytes, { at, nameEnd, limits });
    if (rawName) pending.push({ entry, rawName });
    entries.push(entry);
    at = next;
  }
  // Other bytes are allowed only at the end: a signature may follow the last entry.
  if (at < bytes.length && entries.length < end.entryCount) throw damagedDirectory();
  nameLegacyEntries(pending, limits);
  return entries;
}

const damagedDirectory = () => archiveFault('damaged', 'The list of entries is damaged');

function parseEntry(bytes: Buffer, at: number, index: number): ArchiveEntry {
  const external = u32le(bytes, at + 38);
  return {
    name: '',
    rawName: undefined,
    isDirectory: (external & 0x10) !== 0,
    isSymlink: isSpecial(external),
    isEncrypted: (u16le(bytes, at + 8) & isEncryptedFlag) !== 0,
    sizeBytes: u32le(bytes, at + 24),
    packedBytes: u32le(bytes, at + 20),
    crc32: u32le(bytes, at + 16),
    method: toMethod(u16le(bytes, at + 10)),
    offset: u32le(bytes, at + 42),
    index,
  };
}

/**
 * Sets the name if its charset is known. Otherwise returns its bytes, to be decoded together with other such
 * names.
 */
function readName(
  entry: ArchiveEntry,
  bytes: Buffer,
  { at, nameEnd, limits }: { at: number; nameEnd: number; limits: Limits },
): Uint8Array | undefined {
  const start = at + entryBytes;
  const extraEnd = nameEnd + u16le(bytes, at + 30);
  const unicodeName =
    extraEnd === nameEnd ? undefined : readExtra(bytes, { start, nameEnd, extraEnd }, entry);
  if (
    unicodeName === undefined &&
    nameEnd - start <= limits.maxNameBytes &&
    isPlainName(bytes, start, nameEnd)
  ) {
    setName(entry, bytes.toString('latin1', start, nameEnd));
    return undefined;
  }
  const rawName = bytes.subarray(start, nameEnd);
  const isUtf8 = (u16le(bytes, at + 8) & isUtf8Flag) !== 0;
  const text = unicodeName ?? (isUtf8 ? decodeUtf8(rawName) : undefined);
  if (text === undefined) return rawName;
  setName(entry, toShownName(text, limits.maxNameBytes));
  entry.rawName = toRawName(rawName, entry.name);
  return undefined;
}

function nameLegacyEntries(pending: readonly Pending[], limits: Limits): void {
  if (pending.length === 0) return;
  const texts = decodeLegacyNames(pending.map(({ rawName }) => rawName));
  for (const [i, { entry, rawName }] of pending.entries()) {
    setName(entry, toShownName(texts[i] ?? '', limits.maxNameBytes));
    entry.rawName = toRawName(rawName, entry.name);
  }
}

/** Folders end in a slash, or have the folder attribute and no content. */
function setName(entry: ArchiveEntry, name: string): void {
  entry.name = name;
  entry.isDirectory = name.endsWith('/') || (entry.isDirectory && entry.sizeBytes === 0);
}

/**
 * The upper half of the external attributes contains the Unix file type. Returns false for none, files and
 * folders.
 */
function isSpecial(external: number): boolean {
  const type = external >>> 28;
  return type !== 0 && type !== 0x8 && type !== 0x4;
}

/** APPNOTE 4.4.5, and 99 for WinZip AES. */
function toMethod(method: number): ArchiveMethod {
  switch (method) {
    case 0:
      return 'stored';
    case 8:
      return 'deflate';
    case 9:
      return 'deflate64';
    case 12:
      return 'bzip2';
    case 14:
      return 'lzma';
    case 20:
    case 93:
      return 'zstd';
    case 95:
      return 'xz';
    case 98:
      return 'ppmd';
    case 99:
      return 'aes';
    default:
      return 'unknown';
  }
}

/**
 * Adds the number of bytes before the archive to all offsets, unless the first entry shows that they already
 * count from the beginning of the file (some makers of self-extracting archives correct only the entries).
 */
function correctOffsets(source: ByteSource, entries: readonly ArchiveEntry[], shift: number): void {
  const [first] = entries;
  if (shift === 0 || first === undefined) return;
  const isEntryAt = (offset: number) => hasMark(source.read(offset, 4), 0, 'PK\x03\x04');
  if (!isEntryAt(first.offset + shift) && isEntryAt(first.offset)) return;
  for (const entry of entries) entry.offset += shift;
}

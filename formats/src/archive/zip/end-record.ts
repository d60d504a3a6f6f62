// Finds the end of central directory record of a zip, which locates the directory (APPNOTE 4.3.14 to 4.3.16).
import { hasMark, u16le, u32le, u64le } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';
import { archiveFault } from '../faults.ts';
import { readThrough, type Window } from '../window.ts';

export interface EndRecord {
  /** Claimed number of entries; the directory itself takes precedence. */
  entryCount: number;
  /** Offset of the directory in the file, including bytes before the archive. */
  directoryOffset: number;
  directoryBytes: number;
  /** Number of bytes before the archive that its offsets do not count, according to the end record. */
  shift: number;
  comment: Uint8Array;
  /** Offset after the record and its comment: the end of the file, unless data follows the archive. */
  endOffset: number;
  /** The end of the file as read, which usually contains the directory too. */
  tail: Window;
}

const endMark = 'PK\x05\x06';
const endBytes = 22;
const locatorBytes = 20;
const end64Bytes = 56;
/** Sufficient for the end record and about 80 entries. */
const firstTailBytes = 8 * 1024;
const maxTailBytes = endBytes + 0xffff;

/** Throws FormatError `parser`: truncated if no end record exists, damaged if its values are impossible. */
export function readEndRecord(source: ByteSource): EndRecord {
  const { tail, at } = readTail(source);
  const end = at ?? findEnd(tail.bytes, isFollowed);
  if (end === undefined) {
    throw archiveFault('truncated', 'The archive has no end: it is truncated or still being copied');
  }
  return parseEnd(source, tail, end);
}

/**
 * Whether the file begins with a local header, with the end record of an empty archive, or with the signature
 * of a split archive (APPNOTE 8.5.4).
 */
export function isZipStart(head: Uint8Array): boolean {
  if (hasMark(head, 0, 'PK\x03\x04') || hasMark(head, 0, 'PK\x05\x06')) return true;
  return hasMark(head, 4, 'PK\x03\x04') && (hasMark(head, 0, 'PK\x07\x08') || hasMark(head, 0, 'PK00'));
}

/** Whether a file ends exactly like a zip, with a directory where its end record points. */
export function endsLikeZip(source: ByteSource): boolean {
  const { tail, at } = readTail(source);
  if (at === undefined) return false;
  try {
    const { directoryBytes, entryCount } = parseEnd(source, tail, at);
    return entryCount > 0 === directoryBytes > 0;
  } catch {
    return false;
  }
}

/**
 * Reads a little of the end of the file, or as much as the longest comment if that contains no end record.
 */
function readTail(source: ByteSource): { tail: Window; at: number | undefined } {
  let length = firstTailBytes;
  for (;;) {
    const start = Math.max(0, source.size - length);
    const bytes = source.read(start, source.size - start);
    const at = findEnd(bytes, isLast);
    if (at !== undefined || start === 0 || length === maxTailBytes) return { tail: { start, bytes }, at };
    length = maxTailBytes;
  }
}

/** Accepts an end record whose comment ends with the file. */
const isLast = (recordEnd: number, total: number): boolean => recordEnd === total;

/** Accepts an end record that padding or a signature follows. */
const isFollowed = (recordEnd: number, total: number): boolean => recordEnd < total;

function findEnd(tail: Uint8Array, accepts: typeof isLast): number | undefined {
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail[at] !== 0x50 || !hasMark(tail, at, endMark)) continue;
    if (accepts(at + endBytes + u16le(tail, at + 20), tail.length)) return at;
  }
  return undefined;
}

function parseEnd(source: ByteSource, tail: Window, at: number): EndRecord {
  const { bytes } = tail;
  const claimed = {
    disk: u16le(bytes, at + 4),
    entryCount: u16le(bytes, at + 10),
    directoryBytes: u32le(bytes, at + 12),
    directoryOffset: u32le(bytes, at + 16),
  };
  const isLarge =
    claimed.entryCount === 0xffff ||
    claimed.directoryBytes === 0xffffffff ||
    claimed.directoryOffset === 0xffffffff;
  const large = isLarge ? readEnd64(source, tail, tail.start + at) : undefined;
  if (large === undefined && claimed.disk !== 0 && claimed.disk !== 0xffff) {
    throw archiveFault('multi_volume', 'The archive is one of several parts');
  }
  const { entryCount, directoryBytes, directoryOffset, endsAt } = large ?? {
    ...claimed,
    endsAt: tail.start + at,
  };
  const place = locateDirectory(source, tail, { directoryBytes, directoryOffset, endsAt });
  const commentBytes = u16le(bytes, at + 20);
  const comment = bytes.subarray(at + endBytes, at + endBytes + commentBytes);
  const endOffset = tail.start + at + endBytes + commentBytes;
  return { entryCount, directoryBytes, ...place, comment, endOffset, tail };
}

interface Claim {
  directoryBytes: number;
  directoryOffset: number;
  /** Offset of the record that follows the directory. */
  endsAt: number;
}

/** The directory is directly before the end record, or else at the declared offset. */
function locateDirectory(
  source: ByteSource,
  tail: Window,
  { directoryBytes, directoryOffset, endsAt }: Claim,
): { directoryOffset: number; shift: number } {
  const before = endsAt - directoryBytes;
  const isDirectory = (offset: number) =>
    offset >= 0 && hasMark(readThrough(source, tail, offset, 4), 0, 'PK\x01\x02');
  if (directoryBytes === 0 || isDirectory(before)) {
    return { directoryOffset: before, shift: Math.max(0, before - directoryOffset) };
  }
  if (directoryOffset < endsAt && isDirectory(directoryOffset)) return { directoryOffset, shift: 0 };
  throw archiveFault('damaged', 'The list of entries is not at its declared offset');
}

/** Returns the zip64 end record, or undefined if none exists: 65,535 entries do not require zip64. */
function readEnd64(
  source: ByteSource,
  tail: Window,
  endOffset: number,
): (Claim & { entryCount: number }) | undefined {
  const locatorOffset = endOffset - locatorBytes;
  if (locatorOffset < 0) return undefined;
  const locator = readThrough(source, tail, locatorOffset, locatorBytes);
  if (!hasMark(locator, 0, 'PK\x06\x07')) return undefined;
  // Bytes before the archive make the locator's offset wrong. The record is then directly before the locator.
  for (const endsAt of [u64le(locator, 8), locatorOffset - end64Bytes]) {
    if (endsAt < 0 || endsAt > locatorOffset) continue;
    const record = readThrough(source, tail, endsAt, end64Bytes);
    if (record.length === end64Bytes && hasMark(record, 0, 'PK\x06\x06')) {
      const entryCount = u64le(record, 32);
      return { entryCount, directoryBytes: u64le(record, 40), directoryOffset: u64le(record, 48), endsAt };
    }
  }
  throw archiveFault('damaged', 'The end of the archive is damaged');
}

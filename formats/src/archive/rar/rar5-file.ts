// A file header of a RAR 5 archive as an entry (technical note, "File header and service header").
import { u32le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ArchiveEntry, ArchiveMethod } from '../entry.ts';
import { decodeUtf8 } from '../legacy-charset.ts';
import { toRawName, toShownName } from '../names.ts';
import type { Rar5Block } from './rar5-block.ts';
import { type Cursor, damagedHeader, readVint } from './vint.ts';
import type { VolumeHeader } from './volumes/join.ts';

export interface Rar5File extends VolumeHeader {
  /** Name of the earlier entry with the same content. The data of this entry is empty. */
  copyOf: string | undefined;
}

/** The data begins in the previous volume, or continues in the next. */
const blockFlags = { isContinued: 0x8, continuesInNext: 0x10 };
const fileFlags = { isDirectory: 0x1, hasTime: 0x2, hasCrc: 0x4, isSizeUnknown: 0x8 };
const extraTypes = { encryption: 1, redirection: 5 };
const redirectToCopy = 5;
/** Larger dictionaries would exhaust the memory of a worker. */
const largestDictionary = 256 * 1024 * 1024;

export function parseFileHeader(block: Rar5Block, index: number, limits: Limits): Rar5File {
  const { fields } = block;
  const flags = readVint(fields);
  const sizeBytes = readVint(fields);
  readVint(fields);
  if (flags & fileFlags.hasTime) skip(fields, 4);
  const crc32 = flags & fileFlags.hasCrc ? u32le(fields.bytes, skip(fields, 4)) : undefined;
  const compression = readVint(fields);
  readVint(fields);
  const rawName = takeBytes(fields, readVint(fields));
  const text = decodeUtf8(rawName) ?? Buffer.from(rawName).toString('utf8');
  const name = toShownName(text, limits.maxNameBytes);
  const { isEncrypted, redirection } = readExtras(block.extra, limits);
  const isSizeUnknown = (flags & fileFlags.isSizeUnknown) !== 0;
  const entry: ArchiveEntry = {
    name,
    rawName: toRawName(rawName, name),
    isDirectory: (flags & fileFlags.isDirectory) !== 0,
    isSymlink: redirection !== undefined,
    isEncrypted,
    sizeBytes: isSizeUnknown ? 0 : sizeBytes,
    packedBytes: block.dataBytes,
    crc32,
    method: isSizeUnknown ? 'unknown' : toMethod(compression),
    offset: block.dataOffset,
    index,
  };
  return {
    entry,
    rawName,
    isContinued: (block.flags & blockFlags.isContinued) !== 0,
    continuesInNext: (block.flags & blockFlags.continuesInNext) !== 0,
    copyOf: redirection?.type === redirectToCopy ? redirection.target : undefined,
  };
}

/** Bits 0 to 5: version; 7 to 9: method; 10 to 14: n of a dictionary of 128 KiB · 2^n. */
function toMethod(compression: number): ArchiveMethod {
  const method = (compression >>> 7) & 0x7;
  if (method === 0) return 'stored';
  const dictionary = 128 * 1024 * 2 ** ((compression >>> 10) & 0x1f);
  return method <= 5 && (compression & 0x3f) === 0 && dictionary <= largestDictionary ? 'rar' : 'unknown';
}

interface Extras {
  isEncrypted: boolean;
  redirection: { type: number; target: string } | undefined;
}

function readExtras(extra: Cursor, limits: Limits): Extras {
  const found: Extras = { isEncrypted: false, redirection: undefined };
  while (extra.at < extra.end) {
    const length = readVint(extra);
    const next = extra.at + length;
    if (length === 0 || next > extra.end) throw damagedHeader();
    const record: Cursor = { bytes: extra.bytes, at: extra.at, end: next };
    const type = readVint(record);
    if (type === extraTypes.encryption) found.isEncrypted = true;
    if (type === extraTypes.redirection) {
      const kind = readVint(record);
      readVint(record);
      const target = Buffer.from(takeBytes(record, readVint(record))).toString('utf8');
      found.redirection = { type: kind, target: toShownName(target, limits.maxNameBytes) };
    }
    extra.at = next;
  }
  return found;
}

/** Skips bytes and returns their offset. */
function skip(cursor: Cursor, length: number): number {
  const at = cursor.at;
  if (length > cursor.end - at) throw damagedHeader();
  cursor.at += length;
  return at;
}

function takeBytes(cursor: Cursor, length: number): Uint8Array {
  const at = skip(cursor, length);
  return cursor.bytes.subarray(at, at + length);
}

// Reads record 0 of a MOBI, or the header of the KF8 part of a joint file (MobileRead wiki, MOBI).
import { hasMark, u16be, u32be } from '../../../bytes.ts';
import { damaged, ebookLimits } from '../../limits.ts';
import { type Exth, readExth } from './exth.ts';
import type { Records } from './records.ts';

export type Compression = 'none' | 'palmdoc' | 'huff';

export interface MobiHeader {
  /** Number of the header record. Other record numbers are relative to it, except those of images in a joint file. */
  base: number;
  compression: Compression;
  isEncrypted: boolean;
  /** Declared length of the unpacked text. */
  textBytes: number;
  textRecords: number;
  encoding: 'utf-8' | 'windows-1252';
  /** 6: MOBI; 8: KF8; 0: PalmDOC without a MOBI header. */
  version: number;
  title: Uint8Array;
  locale: number;
  /** Record number of the first image. */
  firstResource: number;
  huff: { first: number; count: number };
  extraFlags: number;
  /** Record numbers of the indexes. Undefined for missing indexes. */
  ncx: number | undefined;
  fdst: { first: number; count: number } | undefined;
  fragments: number | undefined;
  skeletons: number | undefined;
  exth: Exth;
}

const none = 0xffffffff;
const maxHeaderBytes = 1024 * 1024;
const compressions: Readonly<Record<number, Compression>> = { 1: 'none', 2: 'palmdoc', 17480: 'huff' };
/** Maximum unpacked size of a text record. */
const maxRecordBytes = 8_192;

/** Throws FormatError `parser` for a missing header or an unknown kind of header. */
export function readMobiHeader(records: Records, base: number): MobiHeader {
  const bytes = records.readHead(base, maxHeaderBytes);
  if (bytes.length < 16) throw damaged('The header of the book is truncated');
  const compression = compressions[u16be(bytes, 0)];
  if (!compression) throw damaged('The text of the book uses an unknown compression');
  const hasMobi = hasMark(bytes, 16, 'MOBI');
  const length = hasMobi ? Math.min(u32be(bytes, 20), bytes.length) : 0;
  /** Returns a field of the MOBI header, or undefined after its end. */
  const field = (at: number): number | undefined => (at + 4 <= 16 + length ? u32be(bytes, at) : undefined);
  const recordAt = (at: number): number | undefined => {
    const value = field(at);
    return value === undefined || value === none || value === 0 ? undefined : value;
  };
  const version = hasMobi ? (field(36) ?? 0) : 0;
  const isKf8 = version >= 8;
  const textRecords = Math.min(u16be(bytes, 8), Math.max(0, records.count - base - 1));
  const exth =
    hasMobi && ((field(128) ?? 0) & 0x40) !== 0 ? readExth(bytes, 16 + length) : readExth(bytes, none);
  return {
    base,
    compression,
    isEncrypted: u16be(bytes, 12) !== 0 || (hasMobi && hasLocks(field)),
    textBytes: Math.min(u32be(bytes, 4), textRecords * maxRecordBytes, ebookLimits.maxTextBytes),
    textRecords,
    encoding: field(28) === 65001 ? 'utf-8' : 'windows-1252',
    version,
    title: readTitle(bytes, field),
    locale: field(92) ?? 0,
    firstResource: field(108) ?? none,
    huff: { first: field(112) ?? 0, count: field(116) ?? 0 },
    extraFlags: length >= 228 ? u16be(bytes, 242) : 0,
    ncx: recordAt(244),
    fdst: isKf8 ? { first: field(192) ?? 0, count: field(196) ?? 0 } : undefined,
    fragments: isKf8 ? recordAt(248) : undefined,
    skeletons: isKf8 ? recordAt(252) : undefined,
    exth,
  };
}

/** Whether fields 168 to 183 (offset, number and size of keys) declare keys. */
function hasLocks(field: (at: number) => number | undefined): boolean {
  const offset = field(168) ?? none;
  const count = field(172) ?? 0;
  return offset !== none && offset !== 0 && count !== none && count > 0;
}

function readTitle(bytes: Uint8Array, field: (at: number) => number | undefined): Uint8Array {
  const offset = field(84) ?? 0;
  const length = field(88) ?? 0;
  return length > 2_000 ? new Uint8Array(0) : bytes.subarray(offset, offset + length);
}

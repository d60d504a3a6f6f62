// Blocks of RAR 1.5 to 4.x archives: the frame of every header (TechNote.txt, "Block").
import { crc32 } from 'node:zlib';
import { u16le, u32le } from '../../bytes.ts';
import { archiveFault } from '../faults.ts';
import type { HeaderReader } from '../window.ts';
import { damagedHeader } from './vint.ts';

export const rar4Types = { main: 0x73, file: 0x74, service: 0x7a, end: 0x7b };
/** Flags of headers that contain an old comment block. */
const hasComment = { main: 0x2, file: 0x8 };
/** Checksum, type, flags and length. */
export const shortestRar4Block = 7;
/** Flag of blocks with four more bytes that state the length of the data after the header. */
const hasData = 0x8000;

export interface Rar4Block {
  type: number;
  flags: number;
  header: Uint8Array;
  /** Offset after the header. */
  dataOffset: number;
}

/** Throws FormatError `parser`: truncated, damaged, too_large. */
export function readRar4Block(reader: HeaderReader, at: number): Rar4Block {
  const start = reader.read(at, shortestRar4Block);
  const headerBytes = u16le(start, 5);
  // A shorter length would not advance.
  if (headerBytes < shortestRar4Block) throw damagedHeader();
  reader.count(headerBytes);
  const header = reader.read(at, headerBytes);
  if (header.length < headerBytes) throw archiveFault('truncated', 'The archive is truncated');
  const block = { type: start[2] ?? 0, flags: u16le(start, 3), header, dataOffset: at + headerBytes };
  if (isChecked(block) && (crc32(header.subarray(2)) & 0xffff) !== u16le(header, 0)) throw damagedHeader();
  return block;
}

/**
 * Whether the checksum covers the whole header. It does not if the header contains an old comment block. Old
 * block types (comment, authenticity, owners, recovery record) are not checked, because their contents are
 * unused.
 */
function isChecked({ type, flags }: Rar4Block): boolean {
  if (type === rar4Types.main) return (flags & hasComment.main) === 0;
  if (type === rar4Types.file) return (flags & hasComment.file) === 0;
  return type === rar4Types.service;
}

/** Returns the length of the data after a header. Only files and services may exceed 4 GiB. */
export function toDataBytes({ type, flags, header }: Rar4Block): number {
  const isFile = type === rar4Types.file || type === rar4Types.service;
  if (!isFile) return flags & hasData && header.length >= 11 ? u32le(header, 7) : 0;
  const isLarge = (flags & 0x100) !== 0;
  return u32le(header, 7) + (isLarge ? u32le(header, 32) * 2 ** 32 : 0);
}

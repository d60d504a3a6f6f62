// Blocks of RAR 5 archives: the frame of every header ("General archive block format").
import { crc32 } from 'node:zlib';
import { u32le } from '../../bytes.ts';
import { archiveFault } from '../faults.ts';
import type { HeaderReader } from '../window.ts';
import { type Cursor, damagedHeader, readVint } from './vint.ts';

const hasExtra = 0x1;
const hasData = 0x2;
/** Limit of the format (technical note, "General archive block format"). */
const maxHeaderBytes = 2 * 1024 * 1024;
/** Checksum, length and the shortest header. */
export const shortestRar5Block = 7;

export interface Rar5Block {
  type: number;
  flags: number;
  /** Positioned at the fields of the type and ending before the extra area. */
  fields: Cursor;
  /** The extra area; empty if there is none. */
  extra: Cursor;
  dataOffset: number;
  dataBytes: number;
}

/** Throws FormatError `parser`: truncated, damaged, too_large. */
export function readRar5Block(reader: HeaderReader, fileSize: number, at: number): Rar5Block {
  const start = reader.read(at, shortestRar5Block);
  const cursor: Cursor = { bytes: start, at: 4, end: Math.min(start.length, shortestRar5Block) };
  const headerBytes = readVint(cursor);
  if (headerBytes === 0 || headerBytes > maxHeaderBytes) throw damagedHeader();
  const total = cursor.at + headerBytes;
  reader.count(total);
  const bytes = reader.read(at, total);
  if (bytes.length < total) throw archiveFault('truncated', 'The archive is truncated');
  if (crc32(bytes.subarray(4, total)) !== u32le(bytes, 0)) throw damagedHeader();
  const fields: Cursor = { bytes, at: cursor.at, end: total };
  const type = readVint(fields);
  const flags = readVint(fields);
  const extraBytes = flags & hasExtra ? readVint(fields) : 0;
  const dataBytes = flags & hasData ? readVint(fields) : 0;
  if (at + total + dataBytes > fileSize) throw archiveFault('truncated', 'The archive is truncated');
  fields.end = total - extraBytes;
  const extra = { bytes, at: fields.end, end: total };
  return { type, flags, fields, extra, dataOffset: at + total, dataBytes };
}

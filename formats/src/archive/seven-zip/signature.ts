// The first 32 bytes of a 7z archive, which locate its header (7zFormat.txt, "SignatureHeader").
import { crc32 } from 'node:zlib';
import { hasMark, u32le, u64le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { archiveFault } from '../faults.ts';
import { damagedHeader } from './cursor.ts';

export const startBytes = 32;
export const sevenZipMark = '7z\xbc\xaf\x27\x1c';

export const isSevenZipStart = (head: Uint8Array): boolean => hasMark(head, 0, sevenZipMark);

/** Returns the stored header after verifying it, empty for an empty archive. Throws FormatError `parser`. */
export function readStoredHeader(source: ByteSource, limits: Limits): Uint8Array {
  const start = source.read(0, startBytes);
  if (start.length < startBytes) throw cutOff();
  if (!isSevenZipStart(start) || crc32(start.subarray(12)) !== u32le(start, 8)) throw damagedHeader();
  const offset = u64le(start, 12);
  const length = u64le(start, 20);
  const crc = u32le(start, 28);
  if (length === 0) return new Uint8Array(0);
  if (length > limits.maxIndexBytes) throw tooLong();
  if (startBytes + offset + length > source.size) throw cutOff();
  const header = source.read(startBytes + offset, length);
  if (crc32(header) !== crc) throw damagedHeader();
  return header;
}

export const cutOff = () => archiveFault('truncated', 'The archive is truncated');
export const tooLong = () => archiveFault('too_large', "The archive's header is too long");

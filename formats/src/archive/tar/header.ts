// Parses a tar header, a block of 512 bytes (POSIX.1-1988 ustar, POSIX.1-2001 pax, GNU tar manual "Basic Tar
// Format").
import { hasMark } from '../../bytes.ts';
import { archiveFault } from '../faults.ts';

export const blockBytes = 512;
const magicOffset = 257;
const checksumOffset = 148;
const checksumBytes = 8;

export interface TarHeader {
  /** Stored bytes: the ustar prefix and the name. */
  rawName: Uint8Array;
  sizeBytes: number;
  /** One character; '0' if the oldest tars have none. */
  type: string;
  /** More blocks with the map of a sparse file follow (GNU). */
  hasSparseBlocks: boolean;
}

/** Detects a tar by its signature, or by the checksum of the first block (Version 7 has no signature). */
export const isTarStart = (head: Uint8Array): boolean =>
  hasMark(head, magicOffset, 'ustar') || (head.length >= blockBytes && isSound(head));

export const isZeroBlock = (block: Uint8Array): boolean => block.every((byte) => byte === 0);

/** Throws FormatError `parser` damaged. */
export function parseTarHeader(block: Uint8Array): TarHeader {
  if (!isSound(block)) throw archiveFault('damaged', 'A header of the archive is damaged');
  const name = cutAtNul(block.subarray(0, 100));
  // Only ustar has a prefix; GNU stores times there.
  const prefix = hasMark(block, magicOffset, 'ustar\0')
    ? cutAtNul(block.subarray(345, 500))
    : new Uint8Array(0);
  const rawName = prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]);
  return {
    rawName: Uint8Array.from(rawName),
    sizeBytes: readNumber(block, 124, 12),
    type: String.fromCharCode(block[156] || 0x30),
    hasSparseBlocks: block[482] === 1,
  };
}

export function cutAtNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Reads octal digits, or base 256 if the first bit is set (GNU). Refuses negative and impossible sizes. */
function readNumber(block: Uint8Array, at: number, length: number): number {
  const field = block.subarray(at, at + length);
  const first = field[0] ?? 0;
  const value = first >= 0x80 ? readBase256(field) : readOctal(field);
  if (!Number.isSafeInteger(value) || value < 0)
    throw archiveFault('damaged', 'The archive declares an impossible size');
  return value;
}

/** A leading 0xff marks a negative number, which is refused. */
function readBase256(field: Uint8Array): number {
  if (field[0] !== 0x80) return Number.NaN;
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
}

function readOctal(field: Uint8Array): number {
  const digits = Buffer.from(field).toString('latin1').split('\0', 1)[0]?.trim() ?? '';
  if (digits === '') return 0;
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** The checksum counts its own field as blanks. Some old programs summed signed bytes. */
function isSound(block: Uint8Array): boolean {
  if (block.length < blockBytes) return false;
  const field = Buffer.from(block.subarray(checksumOffset, checksumOffset + checksumBytes)).toString(
    'latin1',
  );
  const declared = /^ *([0-7]{1,7})[ \0]*$/.exec(field)?.[1];
  if (declared === undefined) return false;
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < blockBytes; i++) {
    const isOfSum = i >= checksumOffset && i < checksumOffset + checksumBytes;
    const byte = isOfSum ? 0x20 : (block[i] ?? 0);
    unsigned += byte;
    signed += byte < 0x80 ? byte : byte - 256;
  }
  const sum = Number.parseInt(declared, 8);
  return sum === unsigned || sum === signed;
}

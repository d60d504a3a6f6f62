// Reads JPEG XL headers (ISO/IEC 18181-1 codestream, 18181-2 container): size, orientation and animation. decoders/jxl.ts decodes
// the pixels.
import { hasMark, u32be } from '../../bytes.ts';
import {
  type ImageHeader,
  type Orientation,
  type ReadMore,
  toHeader,
  toOrientation,
  toSizelessHeader,
} from '../types.ts';

const MAX_BOXES = 32;
const HEADER_BYTES = 64;

export function readJxlHeader(head: Uint8Array, more: ReadMore | undefined): ImageHeader {
  const codestream = head[0] === 0xff ? head : readBoxedCodestream(head, more);
  if (codestream === undefined || codestream.length < 5) return toSizelessHeader('image/jxl');
  const bits = { bytes: codestream, at: 16 };
  const size = readSize(bits);
  if (bits.at > codestream.length * 8) return toSizelessHeader('image/jxl');
  return toHeader('image/jxl', size, readMetadata(bits));
}

/** Returns the first bytes of the codestream from a jxlc box, or from the first jxlp box after its number. */
function readBoxedCodestream(head: Uint8Array, more: ReadMore | undefined): Uint8Array | undefined {
  let at = 12;
  for (let boxes = 0; boxes < MAX_BOXES; boxes++) {
    const isInHead = at + HEADER_BYTES <= head.length || more === undefined;
    const box = isInHead ? head.subarray(at, at + HEADER_BYTES) : more?.(at, HEADER_BYTES);
    if (box === undefined || box.length < 8) return undefined;
    if (hasMark(box, 4, 'jxlc')) return box.subarray(8);
    if (hasMark(box, 4, 'jxlp')) return box.subarray(12);
    const size = u32be(box, 0);
    const length = size === 1 ? u32be(box, 8) * 0x1_0000_0000 + u32be(box, 12) : size;
    if (length < 8 || at + length > Number.MAX_SAFE_INTEGER) return undefined;
    at += length;
  }
  return undefined;
}

/** A bit offset. The first bit of a byte is its lowest (18181-1, B.1). */
interface Bits {
  bytes: Uint8Array;
  at: number;
}

function readBits(bits: Bits, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++, bits.at++) {
    value += (((bits.bytes[bits.at >>> 3] ?? 0) >>> (bits.at & 7)) & 1) * 2 ** i;
  }
  return value;
}

/** SizeHeader (18181-1, D.2). */
function readSize(bits: Bits): { width: number; height: number } {
  const isSmall = readBits(bits, 1) === 1;
  const height = readSide(bits, isSmall);
  switch (readBits(bits, 3)) {
    case 1:
      return { width: height, height };
    case 2:
      return { width: Math.floor((height * 12) / 10), height };
    case 3:
      return { width: Math.floor((height * 4) / 3), height };
    case 4:
      return { width: Math.floor((height * 3) / 2), height };
    case 5:
      return { width: Math.floor((height * 16) / 9), height };
    case 6:
      return { width: Math.floor((height * 5) / 4), height };
    case 7:
      return { width: height * 2, height };
    default:
      return { width: readSide(bits, isSmall), height };
  }
}

const SIDE_BITS = [9, 13, 18, 30] as const;

function readSide(bits: Bits, isSmall: boolean): number {
  if (isSmall) return (readBits(bits, 5) + 1) * 8;
  return readBits(bits, SIDE_BITS[readBits(bits, 2)] ?? 9) + 1;
}

/** Reads the start of ImageMetadata (18181-1, D.3). A preview, which no known encoder writes, hides the animation flag. */
function readMetadata(bits: Bits): { orientation?: Orientation | undefined; isAnimated?: boolean } {
  const isDefault = readBits(bits, 1) === 1;
  const hasExtraFields = !isDefault && readBits(bits, 1) === 1;
  if (!hasExtraFields) return { isAnimated: false };
  const orientation = toOrientation(readBits(bits, 3) + 1);
  if (readBits(bits, 1) === 1) readSize(bits);
  const hasPreview = readBits(bits, 1) === 1;
  return hasPreview ? { orientation } : { orientation, isAnimated: readBits(bits, 1) === 1 };
}

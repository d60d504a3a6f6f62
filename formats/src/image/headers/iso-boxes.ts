// Walks the boxes of ISO-BMFF files (ISO/IEC 14496-12) without recursion.
import { hasMark, u32be } from '../../bytes.ts';

const MAX_BOXES = 256;
/** Size and type of a box. */
export const BOX_HEADER_BYTES = 8;

/** Offsets of the content of a box. */
export interface BoxRange {
  from: number;
  end: number;
}

/** Size of the box at `at` with its header. 0 extends to the end, 1 has a 64-bit size after the type (14496-12, 4.2). */
export function boxSize(bytes: Uint8Array, at: number, toEnd: number): number {
  const size = u32be(bytes, at);
  if (size === 0) return toEnd;
  return size === 1 ? u32be(bytes, at + 8) * 0x1_0000_0000 + u32be(bytes, at + 12) : size;
}

/** Returns the offset of the `nth` (from 1) box in a range, optionally of a `type`, or -1. */
export function findBox(bytes: Uint8Array, range: BoxRange, want: { type?: string; nth: number }): number {
  let at = range.from;
  let seen = 0;
  for (let boxes = 0; boxes < MAX_BOXES && at + BOX_HEADER_BYTES <= range.end; boxes++) {
    if ((want.type === undefined || hasMark(bytes, at + 4, want.type)) && ++seen === want.nth) return at;
    const size = boxSize(bytes, at, range.end - at);
    if (size < BOX_HEADER_BYTES) return -1;
    at += size;
  }
  return -1;
}

/** Returns the range of the content of the box at `box`. `end` is the end of the enclosing box. */
export function rangeOf(bytes: Uint8Array, box: number, end: number): BoxRange {
  return { from: box + BOX_HEADER_BYTES, end: Math.min(end, box + boxSize(bytes, box, end - box)) };
}

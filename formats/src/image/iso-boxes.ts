// Walks the boxes of ISO-BMFF files (ISO/IEC 14496-12) without recursion.
import { hasMark, u32be } from '../bytes.ts';

const MAX_BOXES = 256;
/** Size and type. */
export const BOX_HEADER_BYTES = 8;

/** Offsets of a box's content. */
export interface BoxRange {
  from: number;
  end: number;
}

/** Size of the box at `at`, header included: 0 runs to the end, 1 has 64 bits behind the type (14496-12, 4.2). */
export function boxSize(bytes: Uint8Array, at: number, toEnd: number): number {
  const size = u32be(bytes, at);
  if (size === 0) return toEnd;
  return size === 1 ? u32be(bytes, at + 8) * 0x1_0000_0000 + u32be(bytes, at + 12) : size;
}

/** Offset of the `nth` (from 1) box in a range, of `type` where one is given; -1 when there is none. */
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

/** Where the content of the box at `box` stands, inside the box around it that ends at `end`. */
export function rangeOf(bytes: Uint8Array, box: number, end: number): BoxRange {
  return { from: box + BOX_HEADER_BYTES, end: Math.min(end, box + boxSize(bytes, box, end - box)) };
}

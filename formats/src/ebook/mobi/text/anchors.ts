// Places in the text of a MOBI are numbers of bytes: what is linked to gets an anchor there before the text is read as HTML.

import { partitionPoint } from '../../../partition-point.ts';

export interface Anchors {
  /** The id of the anchor at a place. */
  toId(position: number): string;
  /** A piece of the text with its anchors. `from` is its own place. */
  insert(piece: Buffer, from: number): Buffer;
}

const less = 0x3c;
const greater = 0x3e;

export function createAnchors(positions: Iterable<number>): Anchors {
  const sorted = [...new Set(positions)].toSorted((a, b) => a - b);
  const toId = (position: number): string => `p${position}`;
  return {
    toId,
    insert(piece, from) {
      const body = bodyStart(piece);
      const parts: Buffer[] = [];
      let done = 0;
      for (let i = lowerBound(sorted, from); i < sorted.length; i++) {
        const position = sorted[i] ?? 0;
        if (position >= from + piece.length) break;
        const at = Math.max(done, body, toGap(piece, position - from));
        parts.push(piece.subarray(done, at), Buffer.from(`<a id="${toId(position)}"></a>`));
        done = at;
      }
      return parts.length === 0 ? piece : Buffer.concat([...parts, piece.subarray(done)]);
    },
  };
}

/** After the tag that begins the body, where there is one. */
function bodyStart(piece: Buffer): number {
  const head = piece.subarray(0, 64 * 1024);
  const body = head.indexOf('<body');
  return body < 0 ? 0 : Math.max(0, head.indexOf('>', body) + 1);
}

/** Between tags and characters: before the tag that a place lies in, at the beginning of its character. */
function toGap(piece: Buffer, at: number): number {
  if (piece[at] === less) return at;
  for (let i = at - 1; i >= 0 && i > at - 4_096; i--) {
    if (piece[i] === greater) break;
    if (piece[i] === less) return i;
  }
  let gap = at;
  while (gap > 0 && ((piece[gap] ?? 0) & 0xc0) === 0x80) gap--;
  return gap;
}

/** The index of the first that is not below `value`. */
export const lowerBound = (sorted: readonly number[], value: number): number =>
  partitionPoint(sorted.length, (i) => (sorted[i] ?? 0) < value);

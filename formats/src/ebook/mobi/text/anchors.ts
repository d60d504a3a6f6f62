// Links in a MOBI are byte offsets in its text. Their targets get anchors before the text is parsed as HTML.

import { partitionPoint } from '../../../partition-point.ts';

const less = 0x3c;
const greater = 0x3e;

export class Anchors {
  readonly #sorted: number[];

  constructor(positions: Iterable<number>) {
    this.#sorted = [...new Set(positions)].toSorted((a, b) => a - b);
  }

  /** Returns the id of the anchor at an offset. */
  toId(position: number): string {
    return `p${position}`;
  }

  /** Returns a part of the text with its anchors. `from` is the offset of the part. */
  insert(piece: Buffer, from: number): Buffer {
    const body = bodyStart(piece);
    const parts: Buffer[] = [];
    let done = 0;
    for (let i = lowerBound(this.#sorted, from); i < this.#sorted.length; i++) {
      const position = this.#sorted[i] ?? 0;
      if (position >= from + piece.length) break;
      const at = Math.max(done, body, toGap(piece, position - from));
      parts.push(piece.subarray(done, at), Buffer.from(`<a id="${this.toId(position)}"></a>`));
      done = at;
    }
    return parts.length === 0 ? piece : Buffer.concat([...parts, piece.subarray(done)]);
  }
}

/** Returns the offset after the body tag, or 0 without one. */
function bodyStart(piece: Buffer): number {
  const head = piece.subarray(0, 64 * 1024);
  const body = head.indexOf('<body');
  return body < 0 ? 0 : Math.max(0, head.indexOf('>', body) + 1);
}

/** Returns a valid offset for an anchor: before a surrounding tag, at the beginning of a character. */
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

/** Returns the index of the first element that is not less than `value`. */
export const lowerBound = (sorted: readonly number[], value: number): number =>
  partitionPoint(sorted.length, (i) => (sorted[i] ?? 0) < value);

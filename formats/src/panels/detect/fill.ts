// Fills connected pixels of a mask in runs along its rows, which takes less time than pixel by pixel. Neighbors share an
// edge.
import type { Mask, Rect } from './picture.ts';

export interface Filled extends Rect {
  pixels: number;
}

interface Filler {
  /** Replaces the value of the pixels that are connected with this one. Returns their box and number. */
  fill(at: number): Filled;
}

/** Replaces `from` with `to` in the bits of the mask. */
export function createFiller({ bits, width, height }: Mask, from: number, to: number): Filler {
  // A filled run adds at most one pixel per two of its pixels above and below it.
  const pending = new Int32Array(bits.length + 1);
  let count = 0;

  /** Adds the first pixel of each run next to a filled one. */
  function addRuns(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (bits[at] !== from) continue;
      pending[count++] = at;
      while (at < end && bits[at] === from) at++;
    }
  }

  function fill(first: number): Filled {
    const found = { left: width, top: height, right: 0, bottom: 0, pixels: 0 };
    count = 0;
    pending[count++] = first;
    while (count > 0) {
      const at = pending[--count] ?? 0;
      if (bits[at] !== from) continue;
      const y = Math.floor(at / width);
      const row = y * width;
      let start = at;
      while (start > row && bits[start - 1] === from) start--;
      let end = at + 1;
      while (end < row + width && bits[end] === from) end++;
      bits.fill(to, start, end);
      found.pixels += end - start;
      found.left = Math.min(found.left, start - row);
      found.right = Math.max(found.right, end - row);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y + 1);
      if (y > 0) addRuns(start - width, end - width);
      if (y < height - 1) addRuns(start + width, end + width);
    }
    return found;
  }

  return { fill };
}

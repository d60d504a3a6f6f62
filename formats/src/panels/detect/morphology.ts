// Grows and thins the set parts of a mask, 32 pixels at a time.
import type { Mask } from './picture.ts';

/** Sets all pixels within a square of `reach` pixels, below 32, around each set pixel. */
export const dilate = (mask: Mask, reach: number): Mask => unpack(grow(pack(mask), reach));

/** Removes parts narrower than twice `reach` pixels, such as lines that connect two panels. */
export const open = (mask: Mask, reach: number): Mask =>
  unpack(grow(invert(grow(invert(pack(mask)), reach)), reach));

/** A bit per pixel. Each row begins with a word, whose lowest bit is its first pixel. */
interface Packed {
  words: Uint32Array;
  /** Words of a row. */
  stride: number;
  width: number;
  height: number;
}

function pack({ bits, width, height }: Mask): Packed {
  const stride = Math.ceil(width / 32);
  const words = new Uint32Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let word = 0; word < stride; word++) {
      const start = y * width + word * 32;
      const count = Math.min(32, width - word * 32);
      let value = 0;
      for (let bit = 0; bit < count; bit++) value |= (bits[start + bit] ?? 0) << bit;
      words[y * stride + word] = value;
    }
  return { words, stride, width, height };
}

function unpack({ words, stride, width, height }: Packed): Mask {
  const bits = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let word = 0; word < stride; word++) {
      const start = y * width + word * 32;
      const count = Math.min(32, width - word * 32);
      const value = words[y * stride + word] ?? 0;
      for (let bit = 0; bit < count; bit++) bits[start + bit] = (value >>> bit) & 1;
    }
  return { bits, width, height };
}

/** Bits after the end of a row are cleared. */
function invert({ words, stride, width, height }: Packed): Packed {
  const inverted = words.map((word) => ~word);
  const used = width % 32;
  if (used > 0)
    for (let end = stride - 1; end < inverted.length; end += stride)
      inverted[end] = (inverted[end] ?? 0) & (2 ** used - 1);
  return { words: inverted, stride, width, height };
}

function grow({ words, stride, width, height }: Packed, reach: number): Packed {
  const steps = listSteps(reach);
  const rows = words.slice();
  const toRight = words.slice();
  for (const by of steps)
    for (let start = 0; start < rows.length; start += stride) {
      const last = start + stride - 1;
      for (let i = start; i <= last; i++) {
        const next = i < last ? (rows[i + 1] ?? 0) << (32 - by) : 0;
        rows[i] = (rows[i] ?? 0) | ((rows[i] ?? 0) >>> by) | next;
      }
      for (let i = last; i >= start; i--) {
        const previous = i > start ? (toRight[i - 1] ?? 0) >>> (32 - by) : 0;
        toRight[i] = (toRight[i] ?? 0) | ((toRight[i] ?? 0) << by) | previous;
      }
    }
  unite(rows, toRight);
  const down = rows.slice();
  for (const by of steps) {
    const ahead = by * stride;
    for (let i = 0; i + ahead < rows.length; i++) rows[i] = (rows[i] ?? 0) | (rows[i + ahead] ?? 0);
    for (let i = down.length - 1; i >= ahead; i--) down[i] = (down[i] ?? 0) | (down[i - ahead] ?? 0);
  }
  unite(rows, down);
  return { words: rows, stride, width, height };
}

function unite(words: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) | (others[i] ?? 0);
}

/** Distances of shifts that reach all distances up to `reach` together, each with the results of the previous ones. */
function listSteps(reach: number): number[] {
  const steps: number[] = [];
  for (let covered = 0; covered < reach; ) {
    const by = Math.min(covered + 1, reach - covered);
    steps.push(by);
    covered += by;
  }
  return steps;
}

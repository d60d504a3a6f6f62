// Grows and thins the set parts of a mask.
import type { Mask } from './picture.ts';

/** Sets all pixels within a square of `reach` pixels around each set pixel. */
export function dilate({ bits, width, height }: Mask, reach: number): Mask {
  const rows = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) spread(bits, rows, { start: y * width, step: 1, count: width, reach });
  const result = new Uint8Array(bits.length);
  for (let x = 0; x < width; x++) spread(rows, result, { start: x, step: width, count: height, reach });
  return { bits: result, width, height };
}

/** Removes parts narrower than twice `reach` pixels, such as lines that connect two panels. */
export function open({ bits, width, height }: Mask, reach: number): Mask {
  const eroded = invert(dilate({ bits: invert(bits), width, height }, reach).bits);
  return dilate({ bits: eroded, width, height }, reach);
}

function invert(bits: Uint8Array): Uint8Array {
  const result = new Uint8Array(bits.length);
  for (let i = 0; i < bits.length; i++) result[i] = bits[i] === 1 ? 0 : 1;
  return result;
}

interface Line {
  start: number;
  step: number;
  count: number;
  reach: number;
}

function spread(from: Uint8Array, to: Uint8Array, { start, step, count, reach }: Line): void {
  let until = -1;
  for (let i = 0; i < Math.min(reach, count); i++) if (from[start + i * step] === 1) until = i + reach;
  for (let i = 0; i < count; i++) {
    if (i + reach < count && from[start + (i + reach) * step] === 1) until = i + 2 * reach;
    if (i <= until) to[start + i * step] = 1;
  }
}

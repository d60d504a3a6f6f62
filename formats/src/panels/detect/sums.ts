// Counts the set pixels of any rectangle of a mask in constant time (a summed-area table).
import type { Mask, Rect } from './picture.ts';

export interface Sums {
  width: number;
  height: number;
  count(rect: Rect): number;
}

export function toSums({ bits, width, height }: Mask): Sums {
  const stride = width + 1;
  const table = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += bits[y * width + x] ?? 0;
      table[(y + 1) * stride + x + 1] = (table[y * stride + x + 1] ?? 0) + row;
    }
  }
  const at = (x: number, y: number) => table[y * stride + x] ?? 0;
  return {
    width,
    height,
    count: ({ left, top, right, bottom }) =>
      right <= left || bottom <= top
        ? 0
        : at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top),
  };
}

// Connected parts of a mask.
import { createFiller, type Filled } from './fill.ts';
import type { Mask } from './picture.ts';

/** Connected parts that have at least this number of pixels. Neighbors share an edge. */
export function listComponents({ bits, width, height }: Mask, minPixels: number): Filled[] {
  const left = bits.slice();
  const { fill } = createFiller({ bits: left, width, height }, 1, 0);
  const found: Filled[] = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1)) {
    const part = fill(start);
    if (part.pixels >= minPixels) found.push(part);
  }
  return found;
}

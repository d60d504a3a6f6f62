// Connected parts of a mask.
import type { Mask, Rect } from './picture.ts';

interface Component extends Rect {
  pixels: number;
}

/** Connected parts that have at least this number of pixels. Neighbors share an edge. */
export function listComponents({ bits, width, height }: Mask, minPixels: number): Component[] {
  const left = bits.slice();
  const pending = new Int32Array(left.length);
  const found: Component[] = [];
  let count = 0;
  const visit = (at: number) => {
    if (left[at] !== 1) return;
    left[at] = 0;
    pending[count++] = at;
  };
  for (let start = 0; start < left.length; start++) {
    if (left[start] !== 1) continue;
    const part = { left: width, top: height, right: 0, bottom: 0, pixels: 0 };
    visit(start);
    while (count > 0) {
      const at = pending[--count] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      part.pixels++;
      part.left = Math.min(part.left, x);
      part.right = Math.max(part.right, x + 1);
      part.top = Math.min(part.top, y);
      part.bottom = Math.max(part.bottom, y + 1);
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    if (part.pixels >= minPixels) found.push(part);
  }
  return found;
}

// Determines the background color of a page: the most frequent color along its edges. Uses no browser API.
import type { Pixels } from '../crop/borders.ts';

/** Width of the examined edge as a share of the shorter side. */
const edgeShare = 0.012;
/** Colors in one step of this size count as equal. */
const step = 32;

/** A CSS color. Black for an image that cannot be read. */
export function toBackground(pixels: Pixels | undefined): string {
  const { data, width, height } = pixels ?? { data: [], width: 0, height: 0 };
  const depth = Math.max(1, Math.round(Math.min(width, height) * edgeShare));
  const groups = new Map<number, { count: number; sum: [number, number, number] }>();
  for (let y = 0; y < height; y++) {
    const isEdgeRow = y < depth || y >= height - depth;
    for (let x = 0; x < width; x++) {
      if (!isEdgeRow && x >= depth && x < width - depth) continue;
      const at = (y * width + x) * 4;
      const red = data[at] ?? 0;
      const green = data[at + 1] ?? 0;
      const blue = data[at + 2] ?? 0;
      const key = (Math.trunc(red / step) * step + Math.trunc(green / step)) * step + Math.trunc(blue / step);
      const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
      group.count += 1;
      group.sum[0] += red;
      group.sum[1] += green;
      group.sum[2] += blue;
      groups.set(key, group);
    }
  }
  const [most] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (!most) return 'rgb(0 0 0)';
  return `rgb(${most.sum.map((sum) => Math.round(sum / most.count)).join(' ')})`;
}

// Regions of a page as boxes in percent: media fragments (W3C Media Fragments URI 1.0, section 4.2.2), polygons (EPUB
// Region-Based Navigation 1.0, section 3.5.1.3), and lists of points.
import type { Box } from '../boxes.ts';
import type { Size } from './pages.ts';

const wholePage: Box = [0, 0, 100, 100];
const region = /^(xywh|xyn)=(?:(percent|pixel):)?([\d.,-]{1,4000})$/;
const maxPoints = 1000;
const percent: Size = { width: 100, height: 100 };

/**
 * Returns the box of a fragment, the whole page without one, and undefined for other fragments. `size` is the size of
 * the page in pixels, which fragments without `percent:` need.
 */
export function parseFragment(fragment: string | undefined, size: Size | undefined): Box | undefined {
  if (fragment === undefined) return wholePage;
  const [, kind, unit, list = ''] = region.exec(fragment) ?? [];
  const scale = unit === 'percent' ? percent : size;
  if (kind === undefined || scale === undefined) return undefined;
  const values = list.split(',').map(toNumber);
  if (kind === 'xyn') return toBounds(values, scale);
  const [x, y, width, height] = values;
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return values.length === 4 ? toBounds([x, y, x + width, y + height], scale) : undefined;
}

/** Returns the bounds of points in pixels: `10,10 90,10 90,50`. Undefined if they are not points. */
export function parsePoints(points: string, size: Size): Box | undefined {
  const pairs = points
    .trim()
    .split(/\s+/, maxPoints)
    .map((point) => point.split(',').map(toNumber));
  return pairs.every((pair) => pair.length === 2) ? toBounds(pairs.flat(), size) : undefined;
}

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** `values` contains x and y of each point. */
function toBounds(values: readonly number[], { width, height }: Size): Box | undefined {
  if (values.length < 4 || values.length % 2 !== 0 || !values.every(Number.isFinite)) return undefined;
  const xs = values.filter((_, i) => i % 2 === 0).map((x) => (100 * x) / width);
  const ys = values.filter((_, i) => i % 2 === 1).map((y) => (100 * y) / height);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

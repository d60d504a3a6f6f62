// Cuts a page along its gutters, recursively: along straight gutters first, then between bodies that no straight line
// divides, then along gutters that balloons or figures cross.
import { maxBodies, measureSupport, shrink, snap } from './edges.ts';
import { areaOf, heightOf, type Mask, type Rect, widthOf } from './picture.ts';
import { splitBodies } from './split.ts';
import type { Sums } from './sums.ts';

export interface BodyPage {
  mask: Mask;
  sums: Sums;
}

/** Width of a gutter as a share of the page's shorter side. */
const minBand = 0.0045;
/** Smallest side of a panel as a share of the page's side, and its smallest share of the page's area. */
const minSide = 0.055;
const minArea = 0.014;
/** A region that bodies fill to this share is one panel. */
const filledShare = 0.995;

interface Straight {
  /** Share of a gutter that must be free. */
  clear: number;
  /** Share of both of its edges along which bodies must begin. */
  support: number;
}

const open: Straight = { clear: 1 - maxBodies, support: 0.34 };
const crossed: Straight = { clear: 0.65, support: 0.6 };

const isViable = (rect: Rect, { width, height }: Sums): boolean =>
  widthOf(rect) >= minSide * width &&
  heightOf(rect) >= minSide * height &&
  areaOf(rect) >= minArea * width * height;

/** Returns the parts between the gutters of a region, each as the box of its bodies. */
export function cutRegion(page: BodyPage, region: Rect): Rect[] {
  const { sums } = page;
  const box = shrink(sums, region);
  if (!box) return [];
  if (sums.count(box) >= filledShare * areaOf(box)) return [box];
  const parts =
    cutStraight(sums, box, open) ??
    splitBodies(page, box, { isViable: (part) => isViable(part, sums), minPixels: minArea * 0.3 }) ??
    cutStraight(sums, box, crossed);
  return parts ? parts.flatMap((part) => cutRegion(page, part)) : [snap(sums, box)];
}

/** Cuts along the widest gutter. A part that is too small for a panel stays with its neighbor. */
function cutStraight(bodies: Sums, box: Rect, { clear, support }: Straight): Rect[] | undefined {
  const bands = [...listBands(bodies, box, 'rows', clear), ...listBands(bodies, box, 'columns', clear)];
  // Rows win ties.
  bands.sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const { axis, start, end } of bands) {
    const isRows = axis === 'rows';
    const first = shrink(bodies, isRows ? { ...box, bottom: start } : { ...box, right: start });
    const second = shrink(bodies, isRows ? { ...box, top: end } : { ...box, left: end });
    if (!first || !second || !isViable(first, bodies) || !isViable(second, bodies)) continue;
    if (measureSupport(bodies, first, isRows ? 'bottom' : 'right') < support) continue;
    if (measureSupport(bodies, second, isRows ? 'top' : 'left') < support) continue;
    return [first, second];
  }
  return undefined;
}

interface Band {
  axis: 'rows' | 'columns';
  start: number;
  end: number;
}

function listBands(bodies: Sums, region: Rect, axis: Band['axis'], clear: number): Band[] {
  const isRows = axis === 'rows';
  const [from, to] = isRows ? [region.top, region.bottom] : [region.left, region.right];
  const across = isRows ? widthOf(region) : heightOf(region);
  const least = Math.max(2, Math.round(Math.min(bodies.width, bodies.height) * minBand));
  const isClear = (at: number) =>
    bodies.count(isRows ? { ...region, top: at, bottom: at + 1 } : { ...region, left: at, right: at + 1 }) <=
    across * (1 - clear);
  const bands: Band[] = [];
  for (let start = from; start < to; start++) {
    if (!isClear(start)) continue;
    let end = start + 1;
    while (end < to && isClear(end)) end++;
    if (end - start >= least) bands.push({ axis, start, end });
    start = end;
  }
  return bands;
}

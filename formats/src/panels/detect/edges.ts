// The edges of a part of the page: where its bodies begin, and whether they form a straight frame.
import { areaOf, heightOf, type Rect, widthOf } from './picture.ts';
import type { Sums } from './sums.ts';

export type Side = 'top' | 'bottom' | 'left' | 'right';
export const sides: readonly Side[] = ['top', 'bottom', 'left', 'right'];

/** Share of a line that may belong to bodies although the line is outside of the box. */
export const maxBodies = 0.006;
/** Depth in which bodies must begin, as a share of the page's shorter side. */
const edgeDepth = 0.008;
/** Share of a line that a frame fills. */
const frameShare = 0.6;
/** Share of the box by which figures may leave the frame, and the share of that strip that they may fill. */
const maxSnap = 0.12;
const maxSnapFill = 0.35;

const isHorizontal = (side: Side): boolean => side === 'top' || side === 'bottom';

/** The strip of this depth along the inner edge, after `skip` pixels. */
function toStrip(rect: Rect, side: Side, { skip = 0, depth }: { skip?: number; depth: number }): Rect {
  switch (side) {
    case 'top':
      return { ...rect, top: rect.top + skip, bottom: Math.min(rect.bottom, rect.top + skip + depth) };
    case 'bottom':
      return { ...rect, top: Math.max(rect.top, rect.bottom - skip - depth), bottom: rect.bottom - skip };
    case 'left':
      return { ...rect, left: rect.left + skip, right: Math.min(rect.right, rect.left + skip + depth) };
    default:
      return { ...rect, left: Math.max(rect.left, rect.right - skip - depth), right: rect.right - skip };
  }
}

/** Moves one edge inwards by this number of pixels. */
const moveEdge = (rect: Rect, side: Side, by: number): Rect => ({
  ...rect,
  [side]: rect[side] + (side === 'top' || side === 'left' ? by : -by),
});

/** The box of the bodies in a region. Lines with few pixels at its edges do not count. */
export function shrink(bodies: Sums, region: Rect): Rect | undefined {
  let box = region;
  for (const side of sides) {
    const length = isHorizontal(side) ? heightOf(box) : widthOf(box);
    const across = isHorizontal(side) ? widthOf(box) : heightOf(box);
    let skip = 0;
    while (skip < length && bodies.count(toStrip(box, side, { skip, depth: 1 })) <= across * maxBodies)
      skip++;
    if (skip === length) return undefined;
    box = moveEdge(box, side, skip);
  }
  return box;
}

/** Moves the edges of a box to its frame, so that figures and balloons that leave the frame do not widen it. */
export function snap(bodies: Sums, box: Rect): Rect {
  let snapped = box;
  for (const side of sides) {
    const length = isHorizontal(side) ? heightOf(box) : widthOf(box);
    const across = isHorizontal(side) ? widthOf(box) : heightOf(box);
    for (let skip = 0; skip < length * maxSnap; skip++) {
      if (bodies.count(toStrip(box, side, { skip, depth: 1 })) < frameShare * across) continue;
      const outside = toStrip(box, side, { depth: skip });
      if (bodies.count(outside) <= maxSnapFill * areaOf(outside)) snapped = moveEdge(snapped, side, skip);
      break;
    }
  }
  return snapped;
}

/** Share of an edge along which bodies begin: 1 for a straight frame and at the edge of the page. */
export function measureSupport(bodies: Sums, rect: Rect, side: Side): number {
  const depth = Math.max(2, Math.round(Math.min(bodies.width, bodies.height) * edgeDepth));
  if (isAtPageEdge(bodies, rect, side, depth)) return 1;
  const strip = toStrip(rect, side, { depth });
  const [from, to] = isHorizontal(side) ? [rect.left, rect.right] : [rect.top, rect.bottom];
  let supported = 0;
  for (let at = from; at < to; at++) {
    const line = isHorizontal(side)
      ? { ...strip, left: at, right: at + 1 }
      : { ...strip, top: at, bottom: at + 1 };
    if (bodies.count(line) > 0) supported++;
  }
  return supported / Math.max(1, to - from);
}

function isAtPageEdge({ width, height }: Sums, rect: Rect, side: Side, depth: number): boolean {
  if (side === 'top' || side === 'left') return rect[side] <= depth;
  return rect[side] >= (side === 'bottom' ? height : width) - depth;
}

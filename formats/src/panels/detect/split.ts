// Separates bodies that no straight line divides, such as tilted panels and panels around a center.
import { listComponents } from './components.ts';
import { open } from './morphology.ts';
import { areaOf, intersect, type Mask, type Rect } from './picture.ts';
import type { Sums } from './sums.ts';

/** Pixels are examined in blocks of this side. */
const block = 2;
/** Half the width of connections between panels that are ignored, as shares of the page's shorter side. */
const reaches = [0.004, 0.01, 0.02];
/** Share of the bodies that the parts contain together. */
const minCovered = 0.85;
/** Share of the smaller of two boxes that they may have in common. */
const maxOverlap = 0.12;

interface Parts {
  isViable(part: Rect): boolean;
  /** Smaller parts are ignored: share of the page's area. */
  minPixels: number;
}

/** Returns the boxes of at least two parts; undefined if the bodies of the box belong together. */
export function splitBodies(
  { mask, sums }: { mask: Mask; sums: Sums },
  box: Rect,
  { isViable, minPixels }: Parts,
): Rect[] | undefined {
  const region = cropBlocks(mask, box);
  const shorter = Math.min(mask.width, mask.height) / block;
  const listParts = (reach: number) =>
    listComponents(
      open(region, Math.max(1, Math.round(reach * shorter))),
      (minPixels * mask.width * mask.height) / block ** 2,
    )
      .map((part) => ({ ...toRect(part, box), pixels: part.pixels * block ** 2 }))
      .filter(isViable);
  const widestReach = Math.max(...reaches);
  const widest = listParts(widestReach);
  // Wider connections include the narrower ones.
  if (widest.length < 2) return undefined;
  for (const reach of reaches) {
    const parts = reach === widestReach ? widest : listParts(reach);
    const covered = parts.reduce((sum, { pixels }) => sum + pixels, 0);
    if (parts.length < 2 || covered < minCovered * sums.count(box) || haveOverlap(parts)) continue;
    return parts.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  }
  return undefined;
}

const toRect = (part: Rect, box: Rect): Rect => ({
  left: box.left + part.left * block,
  top: box.top + part.top * block,
  right: Math.min(box.right, box.left + part.right * block),
  bottom: Math.min(box.bottom, box.top + part.bottom * block),
});

const haveOverlap = (parts: readonly Rect[]): boolean =>
  parts.some((a, i) =>
    parts.slice(i + 1).some((b) => areaOf(intersect(a, b)) > maxOverlap * Math.min(areaOf(a), areaOf(b))),
  );

/** A part of a mask in blocks, which are set if all their pixels are set. */
function cropBlocks({ bits, width }: Mask, { left, top, right, bottom }: Rect): Mask {
  const across = Math.ceil((right - left) / block);
  const down = Math.ceil((bottom - top) / block);
  const part = new Uint8Array(across * down).fill(1);
  for (let y = top; y < bottom; y++) {
    const row = Math.floor((y - top) / block) * across;
    for (let x = left; x < right; x++)
      if (bits[y * width + x] === 0) part[row + Math.floor((x - left) / block)] = 0;
  }
  return { bits: part, width: across, height: down };
}

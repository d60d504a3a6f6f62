// Separates a page into gutter and bodies. The gutter has the color of the page's rim and is connected to the rim, so
// that white balloons and dark rooms inside panels do not count as gutter.
import { createFiller } from './fill.ts';
import { dilate } from './morphology.ts';
import type { GrayPicture, Mask } from './picture.ts';

/** Share of the page's shorter side that is examined as its rim. */
const rimShare = 0.012;
/** Levels (of 256) by which pixels of the background differ from its color. */
const minTolerance = 26;
const maxTolerance = 56;
const otherTolerance = 40;
/** Smallest difference between the levels of two backgrounds. */
const minDifference = 100;

export interface Background {
  level: number;
  tolerance: number;
}

/** The color of the page's rim: its most frequent level. */
export function findBackground({ pixels, width, height }: GrayPicture): Background {
  const histogram = new Uint32Array(256);
  const rim = Math.max(2, Math.round(Math.min(width, height) * rimShare));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (y >= rim && y < height - rim && x === rim) x = Math.max(x, width - rim);
      const level = pixels[y * width + x] ?? 0;
      histogram[level] = (histogram[level] ?? 0) + 1;
    }
  return toBackground(histogram);
}

function toBackground(histogram: Uint32Array): Background {
  const sumNear = (level: number, reach: number) => {
    let sum = 0;
    for (let at = Math.max(0, level - reach); at <= Math.min(255, level + reach); at++)
      sum += histogram[at] ?? 0;
    return sum;
  };
  let level = 255;
  for (let at = 255; at >= 0; at--) if (sumNear(at, 4) > sumNear(level, 4)) level = at;
  let tolerance = minTolerance;
  while (tolerance < maxTolerance && sumNear(level, tolerance + 10) > sumNear(level, tolerance) * 1.03)
    tolerance += 10;
  return { level, tolerance };
}

/** Black and white, unless the rim has such a level: gutters of pages whose drawings cover the rim. */
export const listOtherBackgrounds = ({ level: known }: Background): Background[] =>
  [0, 255]
    .filter((level) => Math.abs(level - known) > minDifference)
    .map((level) => ({ level, tolerance: otherTolerance }));

/** Pixels that differ from the background. */
export function toInk({ pixels, width, height }: GrayPicture, { level, tolerance }: Background): Mask {
  const isInk = Uint8Array.from({ length: 256 }, (_, at) => (Math.abs(at - level) > tolerance ? 1 : 0));
  const bits = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) bits[i] = isInk[pixels[i] ?? 0] ?? 0;
  return { bits, width, height };
}

/**
 * Everything that cannot be reached from the rim through background. `gap`: openings in frames up to twice this number of
 * pixels are closed, and so are gutters of this width.
 */
export function toBodies(ink: Mask, gap: number): Mask {
  const { width, height } = ink;
  const wall = gap > 0 ? dilate(ink, gap) : ink;
  const gutter = fillFromRim(wall);
  const reached = gap > 0 ? dilate(gutter, gap).bits : gutter.bits;
  const bits = new Uint8Array(reached.length);
  for (let i = 0; i < bits.length; i++) bits[i] = reached[i] === 1 && ink.bits[i] === 0 ? 0 : 1;
  return { bits, width, height };
}

const filled = 2;

/** The unset pixels that are connected with the rim. */
function fillFromRim({ bits, width, height }: Mask): Mask {
  const marked = bits.slice();
  const { fill } = createFiller({ bits: marked, width, height }, 0, filled);
  const visit = (at: number) => {
    if (marked[at] === 0) fill(at);
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let i = 0; i < marked.length; i++) marked[i] = marked[i] === filled ? 1 : 0;
  return { bits: marked, width, height };
}

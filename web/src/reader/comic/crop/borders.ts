// Detects white or black borders in the pixels of a page. Uses no browser API.
import { type Cut, noCut } from '../geometry/cuts.ts';

/** RGBA, row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Maximum color difference of border pixels: more than JPEG noise and paper texture, less than the thinnest line of ink. */
const tolerance = 14;
/** Borders are white paper or the black around a scan. Other solid colors are part of the image. */
const isBorderColour = (brightness: number): boolean => brightness >= 190 || brightness <= 40;
/** Maximum crop per side, so that a small image on an empty page keeps its position. */
const maxShare = 0.2;
/** Margin left around the content. */
const keptShare = 0.006;
/** Smaller crops are not worth a page size that differs from the neighboring pages. */
const minShare = 0.01;

export function findBorders(pixels: Pixels): Cut {
  const { width, height } = pixels;
  if (width < 16 || height < 16) return noCut;
  const toBrightness = readBrightness(pixels);
  const row = (y: number) => (x: number) => toBrightness(x, y);
  const column = (x: number) => (y: number) => toBrightness(x, y);
  return {
    top: toShare((depth) => row(depth), { depth: height, length: width }),
    bottom: toShare((depth) => row(height - 1 - depth), { depth: height, length: width }),
    left: toShare((depth) => column(depth), { depth: width, length: height }),
    right: toShare((depth) => column(width - 1 - depth), { depth: width, length: height }),
  };
}

const readBrightness =
  ({ data, width }: Pixels) =>
  (x: number, y: number): number => {
    const at = (y * width + x) * 4;
    return (data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114;
  };

type Line = (at: number) => number;

/** The share of the page that is border, starting at one side. */
function toShare(
  toLine: (depth: number) => Line,
  { depth, length }: { depth: number; length: number },
): number {
  const colour = findColour(toLine(0), length);
  if (!isBorderColour(colour)) return 0;
  const isEmpty = (line: Line): boolean => {
    for (let at = 0; at < length; at++) if (Math.abs(line(at) - colour) > tolerance) return false;
    return true;
  };
  let empty = 0;
  while (empty < depth && isEmpty(toLine(empty))) empty++;
  // An empty page is not cropped.
  if (empty === depth) return 0;
  const share = Math.min(maxShare, empty / depth - keptShare);
  return share < minShare ? 0 : share;
}

/** Median brightness of the whole line. */
function findColour(line: Line, length: number): number {
  const all = Array.from({ length }, (_, at) => line(at)).sort((a, b) => a - b);
  return all[length >> 1] ?? 0;
}

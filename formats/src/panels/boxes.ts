// Boxes of panels in percent of a page, and their limits.

/** x, y, width and height in percent of the upright page. */
export type Box = [x: number, y: number, width: number, height: number];

/** Smallest width and height of a panel in percent. */
const minSide = 2;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Limits a box to the page, with two decimals. */
export function clampBox([x, y, width, height]: Box): Box {
  const left = round(Math.min(Math.max(x, 0), 100 - minSide));
  const top = round(Math.min(Math.max(y, 0), 100 - minSide));
  const right = round(Math.min(Math.max(x + width, left + minSide), 100));
  const bottom = round(Math.min(Math.max(y + height, top + minSide), 100));
  return [left, top, round(right - left), round(bottom - top)];
}

// Boxes of panels in percent of a page, and their limits.

/** x, y, width and height in percent of the upright page. */
export type Box = [x: number, y: number, width: number, height: number];

/** Smallest width and height of a panel in percent. */
const minSide = 2;
/** Pixels of the page outside the frame: hand-made boxes exceed the page by up to this percentage. */
const tolerance = 2;
const maxPanels = 40;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Limits a box to the page, with two decimals. */
export function clampBox([x, y, width, height]: Box): Box {
  const left = round(Math.min(Math.max(x, 0), 100 - minSide));
  const top = round(Math.min(Math.max(y, 0), 100 - minSide));
  const right = round(Math.min(Math.max(x + width, left + minSide), 100));
  const bottom = round(Math.min(Math.max(y + height, top + minSide), 100));
  return [left, top, round(right - left), round(bottom - top)];
}

/**
 * Boxes of an imported page, limited to the page. Undefined if they cannot be its panels: a box outside the page or
 * smaller than 2 %, or too many boxes.
 */
export function toSaneBoxes(boxes: readonly Box[]): Box[] | undefined {
  if (boxes.length === 0 || boxes.length > maxPanels) return undefined;
  return boxes.every(isSane) ? boxes.map(clampBox) : undefined;
}

const isSane = ([x, y, width, height]: Box): boolean =>
  [x, y, width, height].every(Number.isFinite) &&
  Math.min(width, height) >= minSide &&
  Math.min(x, y) >= -tolerance &&
  Math.max(x + width, y + height) <= 100 + tolerance;

// Boxes of panels in percent of a page, and their limits.

/** x, y, width and height in percent of the upright page. */
export type Box = [x: number, y: number, width: number, height: number];

/** Smallest width and height of a panel in percent. */
const minSide = 2;
/** Largest number of panels of a page. */
const maxPanels = 40;
/** Percent by which imported boxes may exceed the page, because people draw them. */
const overhang = 2;

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
 * Returns imported boxes, limited to the page. Undefined if one of them is missing, outside the page or too small, or
 * if there are none or too many: the rest would skip a part of the page.
 */
export function acceptPanels(boxes: readonly (Box | undefined)[]): Box[] | undefined {
  if (boxes.length === 0 || boxes.length > maxPanels) return undefined;
  const accepted = boxes.flatMap((box) => (box && isOnPage(box) ? [clampBox(box)] : []));
  return accepted.length === boxes.length ? accepted : undefined;
}

function isOnPage([x, y, width, height]: Box): boolean {
  const isInside = (start: number, size: number) => start >= -overhang && start + size <= 100 + overhang;
  const isLarge = (start: number, size: number) =>
    Math.min(start + size, 100) - Math.max(start, 0) >= minSide;
  return isInside(x, width) && isInside(y, height) && isLarge(x, width) && isLarge(y, height);
}

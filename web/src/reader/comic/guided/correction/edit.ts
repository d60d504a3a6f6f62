// Changes to the panels of a page while they are corrected. Uses no browser API.
import { orderPanels, type PanelDirection } from '@lectern/contract/serving/panel-order';

/** x, y, width and height in percent of the page. */
export type Box = readonly number[];

/** In percent of the page. */
interface Spot {
  x: number;
  y: number;
}

/** Smallest width and height. The server enlarges smaller panels. */
const minSide = 2;

const clamp = (value: number, most = 100): number => Math.min(most, Math.max(0, value));
const round = (value: number): number => Math.round(value * 100) / 100;

/** The box between two corners, within the page. */
export function toBox(one: Spot, other: Spot): Box {
  const left = Math.min(clamp(Math.min(one.x, other.x)), 100 - minSide);
  const top = Math.min(clamp(Math.min(one.y, other.y)), 100 - minSide);
  const width = Math.max(minSide, clamp(Math.max(one.x, other.x)) - left);
  const height = Math.max(minSide, clamp(Math.max(one.y, other.y)) - top);
  return [left, top, width, height].map(round);
}

/** Moves a box within the page. */
export function moveBox([x = 0, y = 0, width = 0, height = 0]: Box, by: Spot): Box {
  return [clamp(x + by.x, 100 - width), clamp(y + by.y, 100 - height), width, height].map(round);
}

/** Moves the lower right corner. */
export function resizeBox([x = 0, y = 0, width = 0, height = 0]: Box, by: Spot): Box {
  return toBox({ x, y }, { x: Math.max(x, x + width + by.x), y: Math.max(y, y + height + by.y) });
}

export const corners = ['nw', 'ne', 'sw', 'se'] as const;
export type Corner = (typeof corners)[number];

/** The corner that remains while the other one is dragged. */
export function toOpposite([x = 0, y = 0, width = 0, height = 0]: Box, corner: Corner): Spot {
  return { x: corner.endsWith('w') ? x + width : x, y: corner.startsWith('n') ? y + height : y };
}

/** Adds a box to the order, or takes back the last one. */
export function pick(picked: readonly number[], index: number): number[] {
  if (picked.at(-1) === index) return picked.slice(0, -1);
  return picked.includes(index) ? [...picked] : [...picked, index];
}

/** The picked boxes first, the others in their previous order. */
export function reorder(boxes: readonly Box[], picked: readonly number[]): Box[] {
  const first = picked.flatMap((index) => (boxes[index] ? [boxes[index]] : []));
  return [...first, ...boxes.filter((_, index) => !picked.includes(index))];
}

/** The automatic reading order. `ratio` is the width of the page divided by its height. */
export function sortBoxes(boxes: readonly Box[], direction: PanelDirection, ratio: number): Box[] {
  return orderPanels(
    boxes.map(([x = 0, y = 0, width = 0, height = 0]) => [x, y, width, height]),
    direction,
    ratio,
  );
}

/** Exchanges a box with the previous (-1) or next one (1) in reading order. Undefined at the end of the order. */
export function swapBox(boxes: readonly Box[], index: number, by: -1 | 1): Box[] | undefined {
  const box = boxes[index];
  const other = boxes[index + by];
  return box && other && boxes.with(index, other).with(index + by, box);
}

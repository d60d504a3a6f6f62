// Converts the panels of a page into areas of its visible part, which borders and splitting reduce. Uses no browser API.
import { type Cut, toShown } from '../geometry/cuts.ts';

/** A rectangle as shares of the visible part of the page, 0 to 1. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A panel of which less than this share is visible belongs to the other half of a split page. */
const minVisible = 0.2;

/** Limits a part of a line to the visible part, and rescales it. */
function toVisible(start: number, length: number, [from, shown]: [number, number]): [number, number] {
  const low = Math.min(1, Math.max(0, (start - from) / shown));
  const high = Math.min(1, Math.max(0, (start + length - from) / shown));
  return [low, high - low];
}

/** `boxes` are x, y, width and height in percent of the whole page. The order remains. */
export function toAreas(boxes: readonly (readonly number[])[], cut: Cut): Area[] {
  const shown = toShown(cut);
  return boxes.flatMap(([left = 0, top = 0, across = 0, down = 0]) => {
    const [x, width] = toVisible(left / 100, across / 100, [cut.left, shown.width]);
    const [y, height] = toVisible(top / 100, down / 100, [cut.top, shown.height]);
    const visible = width * shown.width * height * shown.height;
    return visible < (minVisible * across * down) / 10_000 || visible === 0 ? [] : [{ x, y, width, height }];
  });
}

const distance = (at: number, start: number, length: number): number =>
  Math.max(0, start - at, at - start - length);

/** Index of the panel at a point, or of the nearest one. Undefined without panels. */
export function findTouched(areas: readonly Area[], { x, y }: { x: number; y: number }): number | undefined {
  const distances = areas.map((area) =>
    Math.hypot(distance(x, area.x, area.width), distance(y, area.y, area.height)),
  );
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest < 0 ? undefined : nearest;
}

// Reading order of panels, for detected panels and for corrections: the page is cut between panels into rows, then columns,
// recursively. Has no imports of schemas.

export type PanelDirection = 'ltr' | 'rtl';

/** x, y, width and height in percent of the page. */
type Box = [x: number, y: number, width: number, height: number];

/** Share of the smaller panel that a cut may touch, because frames are tilted and figures leave them. */
const nick = 0.22;
/** Percent of a spread by which panels may exceed the middle. */
const spine = 2;

/** Width of a spread in relation to its height. */
const spreadRatio = 1.15;

/**
 * Returns every box once, in reading order. `ratio` is the width of the page divided by its height: the halves of a
 * spread are read one after the other, unless a panel crosses the middle.
 */
export function orderPanels(boxes: readonly Box[], direction: PanelDirection, ratio = 0): Box[] {
  const isLeft = ([x, , width]: Box) => x + width <= 50 + spine;
  const isRight = ([x]: Box) => x >= 50 - spine;
  if (ratio < spreadRatio || !boxes.every((box) => isLeft(box) || isRight(box)))
    return orderBoxes(boxes, direction);
  const halves = [boxes.filter(isLeft), boxes.filter((box) => !isLeft(box))];
  return (direction === 'rtl' ? halves.toReversed() : halves).flatMap((half) => orderBoxes(half, direction));
}

function orderBoxes(boxes: readonly Box[], direction: PanelDirection): Box[] {
  if (boxes.length < 2) return [...boxes];
  const rows = cut(boxes, 1);
  if (rows) return rows.flatMap((part) => orderBoxes(part, direction));
  const columns = cut(boxes, 0);
  if (columns) {
    const parts = direction === 'rtl' ? columns.toReversed() : columns;
    return parts.flatMap((part) => orderBoxes(part, direction));
  }
  return orderWindmill(boxes, direction);
}

/**
 * Splits boxes by the line across the axis (0 for x, 1 for y) that touches them least. Undefined if every line cuts a
 * box.
 */
function cut(boxes: readonly Box[], axis: 0 | 1): [Box[], Box[]] | undefined {
  const size = axis === 0 ? 2 : 3;
  const sorted = boxes.toSorted((a, b) => a[axis] + a[size] / 2 - (b[axis] + b[size] / 2));
  let best: { at: number; overlap: number } | undefined;
  for (let at = 1; at < sorted.length; at++) {
    const before = sorted.slice(0, at);
    const after = sorted.slice(at);
    const end = Math.max(...before.map((box) => box[axis] + box[size]));
    const start = Math.min(...after.map((box) => box[axis]));
    const touched = [
      ...before.filter((box) => box[axis] + box[size] > start),
      ...after.filter((box) => box[axis] < end),
    ];
    const overlap = Math.max(0, end - start) / Math.min(Infinity, ...touched.map((box) => box[size]));
    if (overlap <= nick && (best === undefined || overlap < best.overlap)) best = { at, overlap };
  }
  return best && [sorted.slice(0, best.at), sorted.slice(best.at)];
}

/** Panels around a center, which no line divides: repeatedly takes the panel that no other one precedes. */
function orderWindmill(boxes: readonly Box[], direction: PanelDirection): Box[] {
  const left = [...boxes];
  const ordered: Box[] = [];
  while (left.length > 0) {
    const free = left.findIndex(
      (box) => !left.some((other) => other !== box && precedes(other, box, direction)),
    );
    const first =
      free >= 0
        ? free
        : left.indexOf(left.reduce((a, b) => (rank(b, direction) < rank(a, direction) ? b : a)));
    ordered.push(...left.splice(first, 1));
  }
  return ordered;
}

/** Whether a panel is above another one in the same columns, or on the reading side in the same rows. */
function precedes(a: Box, b: Box, direction: PanelDirection): boolean {
  const middleX = a[0] + a[2] / 2 - (b[0] + b[2] / 2);
  const middleY = a[1] + a[3] / 2 - (b[1] + b[3] / 2);
  const sharesColumn =
    Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]) > nick * Math.min(a[2], b[2]);
  const sharesRow = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]) > nick * Math.min(a[3], b[3]);
  if (sharesColumn && middleY < 0 && !sharesRow) return true;
  return sharesRow && !sharesColumn && (direction === 'rtl' ? middleX > 0 : middleX < 0);
}

/** Distance from the corner where reading starts. */
const rank = ([x, y, width]: Box, direction: PanelDirection): number =>
  y + (direction === 'rtl' ? 100 - x - width : x);

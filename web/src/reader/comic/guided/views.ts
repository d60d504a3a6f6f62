// Computes how a panel is shown on the screen: enlargement, position, and the parts of tall panels. Uses no browser API.
import type { Size } from '../geometry/sizes.ts';
import type { Area } from './areas.ts';

/** The screen and the page before enlargement. Sizes are CSS pixels. */
export interface Frame {
  /** The screen between the bars. */
  box: Size;
  /** The visible part of the page, in the middle of the box. */
  page: Size;
  /** The image pixels of this part. */
  pixels: Size;
}

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface View {
  /** Enlargement of the page. */
  scale: number;
  /** Offset of the enlarged page in pixels. */
  x: number;
  y: number;
  /** The panel on the screen, with a small margin, because its edges are not exact. */
  hole: Rectangle;
}

/** Free space at each side, as a share of the screen. */
const margin = 0.025;
/** Smaller areas grow around their middle, as a share of the page. */
const minSide = 0.08;
/** Maximum enlargement of a page that fills the width of the screen. */
export const maxScale = 2.5;
/** Maximum size of an image pixel in CSS pixels, which have about the same size on all screens. */
const maxPixel = 1.5;
/** Text is readable if a page has this width in CSS pixels, or 1.6 times the width of the screen. */
const readableWidth = 640;
const readableScale = 1.6;
/** A tall panel is shrunk to this share of the readable size before it is shown in parts. */
const shrunk = 0.8;
/** Overlap of the parts of a tall panel, as a share of the screen. */
const overlap = 0.15;
/** Margin of the hole, as a share of the page. */
const holeMargin = 0.01;

/** Enlarges one side of an area around its middle, within the page. */
function grow(start: number, length: number): [number, number] {
  if (length >= minSide) return [start, length];
  return [Math.min(1 - minSide, Math.max(0, start + length / 2 - minSide / 2)), minSide];
}

function growArea(area: Area): Area {
  const [x, width] = grow(area.x, area.width);
  const [y, height] = grow(area.y, area.height);
  return { x, y, width, height };
}

/** The views of one panel. More than one for a panel that would be too small to read if its whole height was shown. */
export function toViews(area: Area, frame: Frame): View[] {
  const { box, page, pixels } = frame;
  const grown = growArea(area);
  const width = Math.max(1, grown.width * page.width);
  const height = Math.max(1, grown.height * page.height);
  const room = { width: box.width * (1 - 2 * margin), height: box.height * (1 - 2 * margin) };
  // A wide page is probably two pages.
  const onePage = Math.max(1, page.width > page.height ? page.width / 2 : page.width);
  const byPixels = (maxPixel * pixels.width) / Math.max(1, page.width);
  const limit = Math.max(1, Math.min((maxScale * box.width) / onePage, byPixels));
  const byWidth = Math.min(limit, room.width / width);
  const byHeight = room.height / height;
  const readable = Math.min(byWidth, Math.min(readableScale * box.width, readableWidth) / onePage);
  if (byHeight >= shrunk * readable) return [toView(grown, frame, { scale: Math.min(byWidth, byHeight) })];
  const total = height * readable;
  const shared = overlap * room.height;
  const count = Math.max(2, Math.ceil((total - shared) / (room.height - shared)));
  return Array.from({ length: count }, (_, part) => {
    const hidden = ((total - room.height) * part) / (count - 1);
    return toView(grown, frame, { scale: readable, top: (box.height - room.height) / 2 - hidden });
  });
}

/** `top` is the upper edge of the area on the screen; without it, the area is in the middle. */
function toView(area: Area, { box, page }: Frame, { scale, top }: { scale: number; top?: number }): View {
  const left = (box.width - page.width) / 2 + area.x * page.width;
  const above = (box.height - page.height) / 2 + area.y * page.height;
  const width = area.width * page.width;
  const height = area.height * page.height;
  const x = box.width / 2 - (left + width / 2) * scale;
  const y = top === undefined ? box.height / 2 - (above + height / 2) * scale : top - above * scale;
  const extra = holeMargin * Math.min(page.width, page.height) * scale;
  const hole = {
    left: x + left * scale - extra,
    top: y + above * scale - extra,
    width: width * scale + 2 * extra,
    height: height * scale + 2 * extra,
  };
  return { scale, x, y, hole };
}

// Finds the panels of a page in its gray pixels. A wrong cut is worse than no cut: panels that fail a test of trust are
// not returned, and the page is shown whole.
import { type Box, clampBox } from '../boxes.ts';
import { crop, findPage } from './bars.ts';
import { cutRegion } from './cut.ts';
import { measureSupport, sides } from './edges.ts';
import { type Background, findBackground, listOtherBackgrounds, toBodies, toInk } from './gutter.ts';
import { areaOf, type GrayPicture, heightOf, type Rect, widthOf } from './picture.ts';
import { type Sums, toSums } from './sums.ts';

/** Longest side of the examined picture in pixels. Larger pictures take longer and give the same panels. */
export const pictureSide = 900;

/** Openings of frames that are closed, in pixels. Gutters of one or two pixels are found only without. */
const gaps = [1, 0];
const maxDetected = 20;
/** Smallest share of the page, and of its bodies, that the panels contain. */
const minPage = 0.42;
const minBodies = 0.955;
/** Smallest trust, also for gutters with another color than the rim of the page. */
const minTrust = 0.75;
const minOtherTrust = 0.9;
/** Smallest share of an edge that belongs to a frame. */
const framed = 0.6;
/** Share of the panels that may have no frame. */
const unframedShare = 0.25;

export interface DetectedPanels {
  /** In percent, from top to bottom; empty for a page that is shown whole. */
  boxes: Box[];
  /** How well the panels are framed: 0 without panels, up to 1. */
  trust: number;
}

/** Returns the same panels for the same pixels. */
export function detectPanels(picture: GrayPicture): DetectedPanels {
  const background = findBackground(picture);
  const found = detectOn(picture, background, minTrust);
  if (found) return found;
  const others = listOtherBackgrounds(background);
  for (const bar of [background, ...others]) {
    const page = findPage(picture, bar);
    if (!page) continue;
    const { boxes, trust } = detectPanels(crop(picture, page));
    return { boxes: boxes.map((box) => place(box, page, picture)), trust };
  }
  for (const other of others) {
    const foundOnOther = detectOn(picture, other, minOtherTrust);
    if (foundOnOther) return foundOnOther;
  }
  return { boxes: [], trust: 0 };
}

function detectOn(
  picture: GrayPicture,
  background: Background,
  leastTrust: number,
): DetectedPanels | undefined {
  const { width, height } = picture;
  const ink = toInk(picture, background);
  for (const gap of gaps) {
    const mask = toBodies(ink, gap);
    const sums = toSums(mask);
    const rects = cutRegion({ mask, sums }, { left: 0, top: 0, right: width, bottom: height });
    const trust = rate(sums, rects);
    if (trust < leastTrust) continue;
    const boxes = rects.map((rect): Box => toBox(rect, picture));
    return { boxes: boxes.sort((a, b) => a[1] - b[1] || a[0] - b[0]), trust };
  }
  return undefined;
}

/** Trust in the panels: 0 if they cannot be all panels of the page. */
function rate(bodies: Sums, rects: readonly Rect[]): number {
  if (rects.length < 2 || rects.length > maxDetected) return 0;
  const sum = (value: (rect: Rect) => number) => rects.reduce((total, rect) => total + value(rect), 0);
  const area = sum(areaOf);
  const all = bodies.count({ left: 0, top: 0, right: bodies.width, bottom: bodies.height });
  if (area < minPage * bodies.width * bodies.height) return 0;
  if (sum((rect) => bodies.count(rect)) < minBodies * all) return 0;
  const supportOf = (rect: Rect) => Math.min(...sides.map((side) => measureSupport(bodies, rect, side)));
  const framedCount = rects.filter((rect) => supportOf(rect) >= framed).length;
  const mean = sum((rect) => areaOf(rect) * supportOf(rect)) / area;
  return Math.min(mean, framedCount / rects.length + unframedShare);
}

/** Converts a box on a part of the picture to the picture. */
const place = ([x, y, across, down]: Box, part: Rect, { width, height }: GrayPicture): Box => {
  const scaleX = widthOf(part) / width;
  const scaleY = heightOf(part) / height;
  const left = (100 * part.left) / width + x * scaleX;
  const top = (100 * part.top) / height + y * scaleY;
  return clampBox([left, top, across * scaleX, down * scaleY]);
};

const toBox = (rect: Rect, { width, height }: GrayPicture): Box =>
  clampBox([
    (100 * rect.left) / width,
    (100 * rect.top) / height,
    (100 * widthOf(rect)) / width,
    (100 * heightOf(rect)) / height,
  ]);

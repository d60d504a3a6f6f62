// Finds bars around a page with another color than its paper: the dark surroundings of a scan, or an added margin.
import { type Background, findBackground } from './gutter.ts';
import { type GrayPicture, heightOf, type Rect, widthOf } from './picture.ts';

/** Share of a line that may have another color. */
const maxOther = 0.03;
/** Smallest and largest width of a bar as shares of the page's side. Narrower ones are frames. */
const minBar = 0.01;
const maxBar = 0.2;
/** Blurred pixels at the edge of a bar. */
const blur = 2;
/** Smallest difference between the levels of a bar and of the paper. */
const minDifference = 100;

/** The page without its bars; undefined if it has none. `bar`: the color of the rim. */
export function findPage(picture: GrayPicture, bar: Background): Rect | undefined {
  const { pixels, width, height } = picture;
  const isBar = (first: number, step: number, length: number) => {
    let others = 0;
    for (let i = 0; i < length; i++)
      if (Math.abs((pixels[first + i * step] ?? 0) - bar.level) > bar.tolerance) others++;
    return others <= maxOther * length;
  };
  const isRow = (y: number) => isBar(y * width, 1, width);
  const top = measure(height, isRow);
  const bottom = height - measure(height, (y) => isRow(height - 1 - y));
  const isColumn = (x: number) => isBar(top * width + x, width, bottom - top);
  const left = measure(width, isColumn);
  const right = width - measure(width, (x) => isColumn(width - 1 - x));
  const page = { left, top, right, bottom };
  const hasBars = widthOf(page) < width || heightOf(page) < height;
  if (!hasBars || widthOf(page) < width / 2 || heightOf(page) < height / 2) return undefined;
  const paper = findBackground(crop(picture, page));
  return Math.abs(paper.level - bar.level) < minDifference ? undefined : page;
}

/** The width of a bar that begins at the edge, with its blurred pixels. 0 for a narrow one. */
function measure(length: number, isInBar: (distance: number) => boolean): number {
  let bar = 0;
  while (bar < maxBar * length && isInBar(bar)) bar++;
  return bar < minBar * length ? 0 : bar + blur;
}

export function crop({ pixels, width }: GrayPicture, part: Rect): GrayPicture {
  const { left, top, right, bottom } = part;
  const cropped = new Uint8Array(widthOf(part) * heightOf(part));
  for (let y = top; y < bottom; y++)
    cropped.set(pixels.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return { pixels: cropped, width: widthOf(part), height: heightOf(part) };
}

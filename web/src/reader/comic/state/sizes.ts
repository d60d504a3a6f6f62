// How large pages are shown, and how large they are fetched. No browser.
import type { Fit } from './settings.ts';

export interface Size {
  width: number;
  height: number;
}

/** Until a page says otherwise. */
export const usualPage: Size = { width: 1_000, height: 1_500 };

/** Pages side by side are of one height; together they fill the box as asked for. Whole pixels, so that nothing spills. */
export function toSizes(
  pages: readonly Size[],
  box: Size,
  { fit, zoom }: { fit: Fit; zoom: number },
): Size[] {
  const tallest = Math.max(1, ...pages.map(({ height }) => height));
  const widths = pages.map(({ width, height }) => (width * tallest) / Math.max(1, height));
  const together = widths.reduce((sum, width) => sum + width, 0);
  const byWidth = box.width / Math.max(1, together);
  const byHeight = box.height / tallest;
  const scales: Record<Fit, number> = {
    screen: Math.min(byWidth, byHeight),
    width: byWidth,
    height: byHeight,
    original: 1,
  };
  const scale = scales[fit] * zoom;
  return widths.map((width) => ({
    width: Math.max(1, Math.floor(width * scale + 0.01)),
    height: Math.max(1, Math.floor(tallest * scale + 0.01)),
  }));
}

/** Few widths, so that a page is made small once and not for every window. */
const widths = [320, 480, 640, 800, 1_080, 1_440, 1_920, 2_560];
/** Whoever saves less than that does not wait for the server to do it. */
const worthwhile = 1.25;

/** The width to ask the server for, or undefined for the page as it is. `shownPixels` are those of the device. */
export function toFetchedWidth(pageWidth: number | null, shownPixels: number): number | undefined {
  const wanted = widths.find((width) => width >= shownPixels);
  if (pageWidth === null || wanted === undefined) return undefined;
  return pageWidth > wanted * worthwhile ? wanted : undefined;
}

const maxZoom = 6;
export const clampZoom = (zoom: number): number => (zoom < 1.02 ? 1 : Math.min(maxZoom, zoom));

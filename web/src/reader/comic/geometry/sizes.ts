// Sizes of pages on screen and sizes to request. No browser.
import type { Fit } from '../state/settings.ts';

export interface Size {
  width: number;
  height: number;
}

/** Used until the size of a page is known. */
export const defaultPageSize: Size = { width: 1_000, height: 1_500 };

/** Pages side by side get one height; together they fit the box. Whole pixels, so that nothing overflows. */
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

/** Few widths, so that the server resizes a page once and not for every window size. */
const widths = [320, 480, 640, 800, 1_080, 1_440, 1_920, 2_560];
/** Resizing is only requested where it saves at least this factor. */
const worthwhile = 1.25;

/** The width to request; undefined for the original page. `shownPixels` are device pixels. */
export function toFetchedWidth(pageWidth: number | null, shownPixels: number): number | undefined {
  const wanted = widths.find((width) => width >= shownPixels);
  if (pageWidth === null || wanted === undefined) return undefined;
  return pageWidth > wanted * worthwhile ? wanted : undefined;
}

/** The most pixels across that the data saver fetches: to read, and zoomed in. */
const savedWidth = 1_080;
const savedWidthZoomed = 1_440;

/** The same for the data saver: always some width, unless the page has no more pixels than that. */
export function toSavedWidth(pageWidth: number | null, shownPixels: number): number | undefined {
  const limit = Number.isFinite(shownPixels) ? savedWidth : savedWidthZoomed;
  const wanted = widths.find((width) => width >= Math.min(shownPixels, limit)) ?? limit;
  return pageWidth !== null && pageWidth <= wanted ? undefined : wanted;
}

const maxZoom = 6;
export const clampZoom = (zoom: number): number => (zoom < 1.02 ? 1 : Math.min(maxZoom, zoom));

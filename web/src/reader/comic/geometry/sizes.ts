// Computes page sizes on screen and the image sizes to request. Uses no browser API.
import type { Fit } from '../state/settings.ts';

export interface Size {
  width: number;
  height: number;
}

/** Default until the size of a page is known. */
export const defaultPageSize: Size = { width: 1_000, height: 1_500 };

/** Pages side by side get the same height, and both fit into the box. Sizes are whole pixels, so that nothing overflows. */
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

/** A fixed set of widths, so that the server resizes a page once and not for each window size. */
const widths = [320, 480, 640, 800, 1_080, 1_440, 1_920, 2_560];
/** Requests a resized page only if it is smaller by at least this factor. */
const worthwhile = 1.25;

/** The width to request. Undefined for the original page. `shownPixels` are device pixels. */
export function toFetchedWidth(pageWidth: number | null, shownPixels: number): number | undefined {
  const wanted = widths.find((width) => width >= shownPixels);
  if (pageWidth === null || wanted === undefined) return undefined;
  return pageWidth > wanted * worthwhile ? wanted : undefined;
}

/** Maximum widths in pixels with the data saver: for reading and when zoomed. */
const savedWidth = 1_080;
const savedWidthZoomed = 1_440;

/** The width to request with the data saver. Undefined if the page is already that small. */
export function toSavedWidth(pageWidth: number | null, shownPixels: number): number | undefined {
  const limit = Number.isFinite(shownPixels) ? savedWidth : savedWidthZoomed;
  const wanted = widths.find((width) => width >= Math.min(shownPixels, limit)) ?? limit;
  return pageWidth !== null && pageWidth <= wanted ? undefined : wanted;
}

const maxZoom = 6;
export const clampZoom = (zoom: number): number => (zoom < 1.02 ? 1 : Math.min(maxZoom, zoom));

// Computes the content of the lens for the page under a point.

export interface Point {
  x: number;
  y: number;
}

interface Target {
  page: number;
  picture: HTMLImageElement;
}

/** The loaded page at a point of the window. */
export function findTarget({ x, y }: Point): Target | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const box = element.closest('[data-page][data-state="there"]');
    const picture = box?.querySelector('img');
    if (box && picture) return { page: Number(box.getAttribute('data-page')), picture };
  }
  return undefined;
}

const leastZoom = 2;
const mostZoom = 4;

interface Question {
  at: Point;
  /** Distance of the lens above the point, in pixels. */
  lift: number;
  target: Target;
  toFull(page: number): string;
}

/** One image pixel per screen pixel, but at least 2 and at most 4 times the displayed size. */
export function toLens({ at, lift, target: { page, picture }, toFull }: Question): Record<string, string> {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const pixels = picture.naturalWidth / window.devicePixelRatio;
  const zoom = Math.min(mostZoom, Math.max(leastZoom, pixels / Math.max(1, width)));
  const across = (at.x - left) * zoom;
  const down = (at.y - top) * zoom;
  const size = `${width * zoom}px ${height * zoom}px`;
  const place = `calc(min(18rem, 60vw) / 2 - ${across}px) calc(min(18rem, 60vw) / 2 - ${down}px)`;
  // The displayed image is used until the full size is loaded.
  return {
    left: `${at.x}px`,
    top: `${at.y - lift}px`,
    backgroundImage: `url("${toFull(page)}"), url("${picture.currentSrc}")`,
    backgroundSize: `${size}, ${size}`,
    backgroundPosition: `${place}, ${place}`,
  };
}

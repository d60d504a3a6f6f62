// What the lens shows of the page below a point.

export interface Point {
  x: number;
  y: number;
}

interface Target {
  page: number;
  picture: HTMLImageElement;
}

/** The page below a point of the window, whose picture is there. */
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
  /** How far above the point the lens stands, in pixels. */
  lift: number;
  target: Target;
  toFull(page: number): string;
}

/** Each pixel of the page as one of the screen, but at least twice and at most four times as large as it is shown. */
export function toLens({ at, lift, target: { page, picture }, toFull }: Question): Record<string, string> {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const pixels = picture.naturalWidth / window.devicePixelRatio;
  const zoom = Math.min(mostZoom, Math.max(leastZoom, pixels / Math.max(1, width)));
  const [across, down] = [(at.x - left) * zoom, (at.y - top) * zoom];
  const size = `${width * zoom}px ${height * zoom}px`;
  const place = `calc(min(18rem, 60vw) / 2 - ${across}px) calc(min(18rem, 60vw) / 2 - ${down}px)`;
  // What is shown already stands in for the full size until that is there.
  return {
    left: `${at.x}px`,
    top: `${at.y - lift}px`,
    backgroundImage: `url("${toFull(page)}"), url("${picture.currentSrc}")`,
    backgroundSize: `${size}, ${size}`,
    backgroundPosition: `${place}, ${place}`,
  };
}

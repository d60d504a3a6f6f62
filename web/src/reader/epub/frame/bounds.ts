// Converts rectangles from frame to window coordinates. A frame is as wide as all of its pages and may be scaled.
import type { Bounds } from '../../shared/annotations/selection.ts';

export interface FrameBox {
  left: number;
  top: number;
  scale: number;
}

export function findFrameBox(doc: Document): FrameBox {
  const frame = doc.defaultView?.frameElement;
  if (!(frame instanceof HTMLElement)) return { left: 0, top: 0, scale: 1 };
  const { left, top, width } = frame.getBoundingClientRect();
  return { left, top, scale: frame.offsetWidth > 0 ? width / frame.offsetWidth : 1 };
}

export function toBounds(target: Range | Element): Bounds {
  const doc = 'startContainer' in target ? target.startContainer.ownerDocument : target.ownerDocument;
  const box = doc ? findFrameBox(doc) : { left: 0, top: 0, scale: 1 };
  const rects = [...target.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const toX = (x: number) => box.left + x * box.scale;
  const toY = (y: number) => box.top + y * box.scale;
  const inside = rects
    .map((rect) => ({
      left: toX(rect.left),
      right: toX(rect.right),
      top: toY(rect.top),
      bottom: toY(rect.bottom),
    }))
    .filter(
      ({ left, right, top, bottom }) => right > 0 && left < innerWidth && bottom > 0 && top < innerHeight,
    );
  if (inside.length === 0)
    return { left: innerWidth / 2, right: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 };
  return {
    left: Math.min(...inside.map(({ left }) => left)),
    right: Math.max(...inside.map(({ right }) => right)),
    top: Math.min(...inside.map(({ top }) => top)),
    bottom: Math.max(...inside.map(({ bottom }) => bottom)),
  };
}

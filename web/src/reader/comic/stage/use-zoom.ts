// Zooms around a point, which keeps its position.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../shared/gestures/actions.ts';
import { clampZoom } from '../geometry/sizes.ts';

export interface Zoom {
  zoom: number;
  /** Multiplies the zoom around a point of the window. */
  zoomBy(factor: number, around?: Point): void;
  zoomTo(zoom: number, around?: Point): void;
}

interface Anchor extends Point {
  /** Position of the point in the content, as shares of its size. */
  across: number;
  down: number;
}

const findContent = (stage: HTMLElement | null): Element | null =>
  stage?.querySelector('[data-content], [dir]:not([data-ahead])') ?? null;

export function useZoom(stage: RefObject<HTMLElement | null>): Zoom {
  const [zoom, setZoom] = useState(1);
  const anchor = useRef<Anchor>(undefined);
  const zoomTo = useCallback(
    (wanted: number, around?: Point) => {
      const box = stage.current?.getBoundingClientRect();
      const content = findContent(stage.current)?.getBoundingClientRect();
      if (!box || !content) return;
      const { x, y } = around ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      anchor.current = {
        x,
        y,
        across: (x - content.left) / Math.max(1, content.width),
        down: (y - content.top) / Math.max(1, content.height),
      };
      setZoom(clampZoom(wanted));
    },
    [stage],
  );
  const latest = useRef(zoom);
  latest.current = zoom;
  const zoomBy = useCallback(
    (factor: number, around?: Point) => {
      latest.current = clampZoom(latest.current * factor);
      zoomTo(latest.current, around);
    },
    [zoomTo],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has become larger or smaller
  useLayoutEffect(() => {
    const { current } = anchor;
    const content = findContent(stage.current)?.getBoundingClientRect();
    anchor.current = undefined;
    if (!current || !content) return;
    stage.current?.scrollBy(
      content.left + current.across * content.width - current.x,
      content.top + current.down * content.height - current.y,
    );
  }, [zoom]);
  return { zoom, zoomBy, zoomTo };
}

// Detects a touch that is held and then moved. Until it ends, it neither scrolls nor turns pages.
import type { Point } from './lens.ts';

interface Listeners {
  /** False if the touch has no effect. */
  start(at: Point): boolean;
  move(at: Point): void;
  end(): void;
}

export const holdMs = 450;
/** Tolerance in pixels: a finger is never completely still. */
export const stillPixels = 10;

const toPoint = ({ clientX: x, clientY: y }: Touch): Point => ({ x, y });

export function listenToHolding(stage: HTMLElement, { start, move, end }: Listeners): () => void {
  let timer: number | undefined;
  let from: Point | undefined;
  let isHeld = false;
  const forget = () => {
    window.clearTimeout(timer);
    from = undefined;
  };
  const onStart = ({ touches: [first, second] }: TouchEvent) => {
    forget();
    if (!first || second) return;
    from = toPoint(first);
    timer = window.setTimeout(() => {
      isHeld = from !== undefined && start(from);
    }, holdMs);
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    const at = toPoint(touch);
    if (isHeld) {
      if (event.cancelable) event.preventDefault();
      event.stopImmediatePropagation();
      move(at);
    } else if (from && Math.hypot(at.x - from.x, at.y - from.y) > stillPixels) forget();
  };
  const onEnd = (event: TouchEvent) => {
    forget();
    if (!isHeld) return;
    isHeld = false;
    // Neither a tap nor a swipe.
    if (event.cancelable) event.preventDefault();
    event.stopImmediatePropagation();
    end();
  };
  // Suppresses the browser's context menu for images.
  const onMenu = (event: Event) => {
    if (isHeld || from) event.preventDefault();
  };
  const capture = { capture: true, passive: false };
  stage.addEventListener('touchstart', onStart, { capture: true, passive: true });
  stage.addEventListener('touchmove', onMove, capture);
  stage.addEventListener('touchend', onEnd, capture);
  stage.addEventListener('touchcancel', onEnd, capture);
  stage.addEventListener('contextmenu', onMenu);
  return () => {
    window.clearTimeout(timer);
    stage.removeEventListener('touchstart', onStart, capture);
    stage.removeEventListener('touchmove', onMove, capture);
    stage.removeEventListener('touchend', onEnd, capture);
    stage.removeEventListener('touchcancel', onEnd, capture);
    stage.removeEventListener('contextmenu', onMenu);
  };
}

// Gestures on the pages: tap, double tap, pinch, swipe, wheel, drag. The browser handles scrolling.
import { type RefObject, useEffect, useRef } from 'react';
import type { GestureActions, Point } from './actions.ts';
import { listenToMouse } from './mouse.ts';
import { listenToTouch } from './touch.ts';

const doubleMs = 260;

export function useGestures(stage: RefObject<HTMLDivElement | null>, actions: GestureActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    const ends = [
      listenToTouch(current, latest),
      listenToMouse(current, latest),
      listenToTaps(current, latest),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [stage]);
}

type Latest = RefObject<GestureActions>;

function listenToTaps(stage: HTMLElement, latest: Latest): () => void {
  let first: { timer: number; at: Point } | undefined;
  const listen = (event: MouseEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest('button, a')))
      return;
    const at = { x: event.clientX, y: event.clientY };
    if (first) {
      window.clearTimeout(first.timer);
      first = undefined;
      return latest.current.doubleTap(at);
    }
    if (!latest.current.canBeDoubleTap(at)) return latest.current.tap(at);
    const timer = window.setTimeout(() => {
      first = undefined;
      latest.current.tap(at);
    }, doubleMs);
    first = { timer, at };
  };
  stage.addEventListener('click', listen);
  return () => {
    window.clearTimeout(first?.timer);
    stage.removeEventListener('click', listen);
  };
}

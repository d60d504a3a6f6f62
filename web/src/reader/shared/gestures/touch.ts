// Touch gestures. Two fingers zoom. One finger swipes if the page cannot scroll further.
import { keysOf } from '@lectern/contract/records';
import type { RefObject } from 'react';
import type { GestureActions, Point } from './actions.ts';

const swipePixels = 50;

const toPoint = ({ clientX: x, clientY: y }: Touch): Point => ({ x, y });
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

function findTwo({ touches: [a, b] }: TouchEvent): [Point, Point] | undefined {
  return a && b ? [toPoint(a), toPoint(b)] : undefined;
}

const sides = {
  left: (stage: HTMLElement) => stage.scrollLeft + stage.clientWidth >= stage.scrollWidth - 1,
  right: (stage: HTMLElement) => stage.scrollLeft <= 1,
  up: (stage: HTMLElement) => stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 1,
  down: (stage: HTMLElement) => stage.scrollTop <= 1,
};
type Side = keyof typeof sides;

function toSide(from: Point, to: Point): Side | undefined {
  const across = to.x - from.x;
  const down = to.y - from.y;
  if (Math.max(Math.abs(across), Math.abs(down)) < swipePixels) return undefined;
  if (Math.abs(across) > 1.5 * Math.abs(down)) return across < 0 ? 'left' : 'right';
  if (Math.abs(down) > 1.5 * Math.abs(across)) return down < 0 ? 'up' : 'down';
  return undefined;
}

interface Started {
  at: Point;
  /** The sides that could not scroll further at the start. */
  ends: ReadonlySet<Side>;
}

const begin = (stage: HTMLElement, at: Point): Started => ({
  at,
  ends: new Set(keysOf(sides).filter((side) => sides[side](stage))),
});

export function listenToTouch(
  stage: HTMLElement,
  latest: RefObject<Pick<GestureActions, 'zoomBy' | 'swipe'>>,
): () => void {
  let one: Started | undefined;
  let two: [Point, Point] | undefined;
  const start = (event: TouchEvent) => {
    two = findTwo(event);
    const [touch] = event.touches;
    one = two || !touch ? undefined : begin(stage, toPoint(touch));
  };
  const move = (event: TouchEvent) => {
    const now = findTwo(event);
    if (!two || !now) return;
    if (event.cancelable) event.preventDefault();
    latest.current.zoomBy(distance(...now) / distance(...two), between(...now));
    two = now;
  };
  const end = ({ touches, changedTouches: [lifted] }: TouchEvent) => {
    if (touches.length > 0) return;
    const side = one && lifted && toSide(one.at, toPoint(lifted));
    if (side && one?.ends.has(side)) latest.current.swipe(side);
    one = undefined;
    two = undefined;
  };
  const cancel = () => {
    one = undefined;
    two = undefined;
  };
  stage.addEventListener('touchstart', start, { passive: true });
  stage.addEventListener('touchmove', move, { passive: false });
  stage.addEventListener('touchend', end);
  stage.addEventListener('touchcancel', cancel);
  return () => {
    stage.removeEventListener('touchstart', start);
    stage.removeEventListener('touchmove', move);
    stage.removeEventListener('touchend', end);
    stage.removeEventListener('touchcancel', cancel);
  };
}

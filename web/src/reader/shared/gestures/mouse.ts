// Mouse gestures. Dragging scrolls. The wheel zooms with Ctrl (which touchpads send for a pinch), and turns pages if the
// page cannot scroll further.
import type { RefObject } from 'react';
import type { GestureActions } from './actions.ts';

/** Wheel events within this time belong to one turn, because touchpads continue to send events after the gesture. */
const restMs = 220;
const dragPixels = 5;

export function listenToMouse(stage: HTMLElement, latest: RefObject<GestureActions>): () => void {
  const ends = [listenToWheel(stage, latest), listenToDrag(stage)];
  return () => {
    for (const end of ends) end();
  };
}

/** Wheel only, without dragging, for selectable text. */
export function listenToWheel(
  stage: HTMLElement,
  latest: RefObject<Pick<GestureActions, 'zoomBy' | 'wheel'>>,
): () => void {
  let lastAtMs = 0;
  const listen = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      latest.current.zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
      return;
    }
    const isNew = event.timeStamp - lastAtMs > restMs;
    lastAtMs = event.timeStamp;
    if (!isNew || Math.abs(event.deltaY) < 4 || event.deltaX !== 0) return;
    const isDown = event.deltaY > 0;
    const isAtEnd = isDown
      ? stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 1
      : stage.scrollTop <= 1;
    if (isAtEnd) latest.current.wheel(isDown ? 'down' : 'up');
  };
  stage.addEventListener('wheel', listen, { passive: false });
  return () => stage.removeEventListener('wheel', listen);
}

function listenToDrag(stage: HTMLElement): () => void {
  let from: { x: number; y: number; left: number; top: number } | undefined;
  let isDragged = false;
  const down = ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerType !== 'mouse' || button !== 0) return;
    isDragged = false;
    from = { x, y, left: stage.scrollLeft, top: stage.scrollTop };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (!from) return;
    if (Math.hypot(clientX - from.x, clientY - from.y) > dragPixels) isDragged = true;
    if (isDragged) stage.scrollTo(from.left - (clientX - from.x), from.top - (clientY - from.y));
  };
  const up = () => {
    from = undefined;
  };
  const click = (event: MouseEvent) => {
    if (!isDragged) return;
    isDragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  stage.addEventListener('pointerdown', down);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  stage.addEventListener('click', click, true);
  return () => {
    stage.removeEventListener('pointerdown', down);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    stage.removeEventListener('click', click, true);
  };
}

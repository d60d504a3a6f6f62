// Shows the whole page while the user holds a panel: with a finger, with the mouse, or with the space bar. A short press of
// the space bar goes to the next panel.
import { type RefObject, useEffect, useRef } from 'react';
import { holdMs, listenToHolding, stillPixels } from '../magnifier/holding.ts';
import { isOwnKey } from '../use-commands.ts';
import type { Guided } from './use-guided.ts';

interface Props {
  stage: RefObject<HTMLElement | null>;
  isPeekable: boolean;
  peek: Guided['peek'];
  /** Called for a short press of the space bar. */
  step(): void;
}

interface Listeners {
  isPeekable(): boolean;
  /** False if no panel is shown. */
  start(): boolean;
  end(): void;
  step(): void;
}

export function usePeek({ stage, ...props }: Props): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    const listeners: Listeners = {
      isPeekable: () => latest.current.isPeekable,
      start() {
        const { isPeekable, peek } = latest.current;
        if (isPeekable) peek(true);
        return isPeekable;
      },
      end: () => latest.current.peek(false),
      step: () => latest.current.step(),
    };
    const ends = [
      listenToHolding(current, { ...listeners, move() {} }),
      listenToMouse(current, listeners),
      listenToSpace(listeners),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [stage]);
}

function listenToMouse(stage: HTMLElement, { start, end }: Listeners): () => void {
  let timer: number | undefined;
  let from = { x: 0, y: 0 };
  let isHeld = false;
  const down = ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
    window.clearTimeout(timer);
    isHeld = false;
    if (pointerType !== 'mouse' || button !== 0) return;
    from = { x, y };
    timer = window.setTimeout(() => {
      isHeld = start();
    }, holdMs);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > stillPixels) window.clearTimeout(timer);
  };
  const up = () => {
    window.clearTimeout(timer);
    if (isHeld) end();
  };
  // The release is no tap.
  const click = (event: MouseEvent) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  stage.addEventListener('pointerdown', down);
  stage.addEventListener('click', click, true);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('blur', up);
  return () => {
    window.clearTimeout(timer);
    stage.removeEventListener('pointerdown', down);
    stage.removeEventListener('click', click, true);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('blur', up);
  };
}

/** Listens before the commands of keys, and leaves the key to them while no panel is shown. */
function listenToSpace({ isPeekable, start, end, step }: Listeners): () => void {
  let timer: number | undefined;
  let state: 'up' | 'pressed' | 'held' = 'up';
  const release = () => {
    window.clearTimeout(timer);
    if (state === 'held') end();
    state = 'up';
  };
  const down = (event: KeyboardEvent) => {
    if (event.key !== ' ') return state === 'held' && release();
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event)) return;
    if (state === 'up' && !isPeekable()) return;
    event.preventDefault();
    if (state !== 'up' || event.repeat) return;
    state = 'pressed';
    timer = window.setTimeout(() => {
      state = start() ? 'held' : 'up';
    }, holdMs);
  };
  const up = ({ key }: KeyboardEvent) => {
    if (key !== ' ') return;
    if (state === 'pressed') step();
    release();
  };
  window.addEventListener('keydown', down, true);
  window.addEventListener('keyup', up, true);
  window.addEventListener('blur', release);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('keydown', down, true);
    window.removeEventListener('keyup', up, true);
    window.removeEventListener('blur', release);
  };
}

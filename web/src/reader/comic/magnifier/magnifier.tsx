// A lens that shows the page in full resolution: at the pointer while it is on, or under a held finger.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { listenToHolding } from './holding.ts';
import { findTarget, type Point, toLens } from './lens.ts';
import classes from './magnifier.module.css';
import type { Magnifier } from './use-magnifier.ts';

interface Props {
  stage: RefObject<HTMLElement | null>;
  magnifier: Magnifier;
  /** A held finger shows the whole page instead. */
  isPeekable: boolean;
  /** The URL of a page in full size. */
  toFull(page: number): string;
}

/** Above the finger, which would hide it. */
const fingerPixels = 110;

export function MagnifierLens({ stage, magnifier, isPeekable, toFull }: Props) {
  const { isOn, set } = magnifier;
  const lens = useRef<HTMLDivElement>(null);
  const last = useRef<Point>(undefined);
  const lift = useRef(0);
  const latest = useRef({ toFull, isPeekable });
  latest.current = { toFull, isPeekable };
  /** Whether a page is at the pointer. */
  const place = useCallback((at: Point, above = 0): boolean => {
    last.current = at;
    const target = findTarget(at);
    const element = lens.current;
    if (element) element.hidden = !target;
    if (element && target)
      Object.assign(element.style, toLens({ at, lift: above, target, toFull: latest.current.toFull }));
    return target !== undefined;
  }, []);
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    const move = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== 'touch') place({ x, y });
    };
    window.addEventListener('pointermove', move);
    const end = listenToHolding(current, {
      start(at) {
        if (latest.current.isPeekable) return false;
        last.current = { x: at.x, y: at.y };
        lift.current = fingerPixels;
        set(true);
        return true;
      },
      move: (at) => void place(at, fingerPixels),
      end() {
        lift.current = 0;
        set(false);
      },
    });
    return () => {
      window.removeEventListener('pointermove', move);
      end();
    };
  }, [stage, set, place]);
  useLayoutEffect(() => {
    const { current } = stage;
    if (!isOn || !current) return;
    const start = () => {
      const pointer = last.current;
      if (pointer && place(pointer, lift.current)) return true;
      // When switched on from a menu, the pointer is not over a page.
      const isPlaced = place({ x: window.innerWidth / 2, y: window.innerHeight / 2 });
      if (!isPlaced) last.current = pointer;
      return isPlaced;
    };
    if (start()) return;
    // The image below is not loaded yet.
    const states = new MutationObserver(() => start() && states.disconnect());
    states.observe(current, { subtree: true, attributeFilter: ['data-state'] });
    return () => states.disconnect();
  }, [isOn, stage, place]);
  return isOn ? <div ref={lens} className={classes.lens} data-lens="" aria-hidden="true" /> : null;
}

// Keyboard navigation in a virtualized list: scrolls to the item and focuses its link when it is rendered.
import { type KeyboardEvent, useMemo, useRef } from 'react';

export interface ListScroller {
  /** Scrolls to an item, at the top. */
  scrollTo(index: number): void;
  /** Scrolls to an item and focuses its link. */
  focus(index: number): void;
}

const maxFrames = 30;

/** Navigation for keys and for the owner of the list. */
export function useListScroller(scroll: (index: number, align: 'start' | 'auto') => void) {
  const ref = useRef<HTMLElement>(null);
  const latest = useRef(scroll);
  latest.current = scroll;
  const scroller = useMemo<ListScroller>(() => {
    const focus = (index: number, tries = maxFrames) => {
      const link = ref.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
      if (link) link.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(index, tries - 1));
    };
    return {
      scrollTo: (index) => latest.current(index, 'start'),
      focus(index) {
        latest.current(index, 'auto');
        focus(index);
      },
    };
  }, []);
  return { ref, scroller };
}

/** Number of items that a key moves in a grid with `columns` columns. Infinity moves to the end. */
export function toStep(key: string, columns: number): number {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? 0;
}

interface Move {
  total: number;
  step(key: string): number;
  scroller: ListScroller;
  onMove: ((index: number, isExtending: boolean) => void) | undefined;
}

/** Index of the item that contains the element. */
export function findIndex(element: EventTarget): number | undefined {
  const item = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  return item ? Number(item.dataset.index) : undefined;
}

export function moveByKey(event: KeyboardEvent, { total, step, scroller, onMove }: Move): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const from = findIndex(event.target);
  const by = step(event.key);
  if (from === undefined || by === 0) return;
  const to = Math.min(total - 1, Math.max(0, from + by));
  event.preventDefault();
  if (to === from) return;
  scroller.focus(to);
  onMove?.(to, event.shiftKey);
}

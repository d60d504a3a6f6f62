// Keys, touch and wheel of the PDF reader. The browser scrolls and selects by itself.
import { type RefObject, useEffect, useRef } from 'react';
import { toggleFullScreen } from '../shared/full-screen.ts';
import type { GestureActions } from '../shared/gestures/actions.ts';
import { listenToWheel } from '../shared/gestures/mouse.ts';
import { listenToTouch } from '../shared/gestures/touch.ts';
import type { Layout, Viewer } from './engine/viewer.ts';

export type Step = 'next' | 'previous' | 'first' | 'last';

interface Props {
  box: RefObject<HTMLDivElement | null>;
  viewer: Viewer | undefined;
  layout: Layout;
  step(step: Step): void;
  search(): void;
  close(): void;
}

const zoomStep = 1.25;

export function usePdfInput(parts: Props): void {
  const latest = useRef(parts);
  latest.current = parts;
  const { box } = parts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isOwn(event)) return;
      const isFind = (event.ctrlKey || event.metaKey) && event.key === 'f';
      if ((event.ctrlKey || event.metaKey) && !isFind) return;
      const action = isFind ? latest.current.search : toAction(event.key, latest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const isSingle = () => latest.current.layout === 'single';
    const actions: RefObject<Pick<GestureActions, 'zoomBy' | 'swipe' | 'wheel'>> = {
      current: {
        zoomBy: (factor, around) => latest.current.viewer?.zoomBy(factor, around),
        swipe(to) {
          if (!isSingle() || getSelection()?.isCollapsed === false) return;
          if (to === 'left' || to === 'right') latest.current.step(to === 'left' ? 'next' : 'previous');
        },
        wheel: (to) => isSingle() && latest.current.step(to === 'down' ? 'next' : 'previous'),
      },
    };
    const ends = [listenToTouch(current, actions), listenToWheel(current, actions)];
    return () => {
      for (const end of ends) end();
    };
  }, [box]);
}

/** Whether the focused element handles the key itself. */
const isOwn = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role=dialog], [role=menu], [role=slider], input, textarea, select') !== null;

function toAction(key: string, { viewer, layout, step, search, close }: Props): (() => void) | undefined {
  const actions = new Map<string, () => void>([
    ['ArrowRight', () => step('next')],
    ['ArrowLeft', () => step('previous')],
    ['Home', () => step('first')],
    ['End', () => step('last')],
    ['+', () => viewer?.zoomBy(zoomStep)],
    ['-', () => viewer?.zoomBy(1 / zoomStep)],
    ['/', search],
    ['f', toggleFullScreen],
    ['Escape', close],
  ]);
  if (layout === 'single') {
    actions.set('PageDown', () => step('next'));
    actions.set('PageUp', () => step('previous'));
  }
  return actions.get(key);
}

// Keyboard, touch and wheel input of the PDF reader. The browser handles scrolling and selection.
import { type RefObject, useEffect, useRef } from 'react';
import { toggleFullScreen } from '../shared/full-screen.ts';
import type { GestureActions, Point } from '../shared/gestures/actions.ts';
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
  showMarks(): void;
  showContents(): void;
  showSettings(): void;
  showHelp(): void;
  showGoTo(): void;
  /** Fits the page again. */
  resetZoom(): void;
  toggleIncognito(): void;
  /** Shows or hides the bars. */
  toggleBars(): void;
  /** Opens the highlight at a point of the window. Returns false if there is none. */
  openMark(x: number, y: number): boolean;
  /** The user scrolls. */
  scrolled(): void;
  close(): void;
}

const zoomStep = 1.25;
/** Keys that the browser uses for scrolling. */
const scrolling: ReadonlySet<string> = new Set(['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', ' ']);
/** A press that moves fewer pixels is a tap. */
const tapRadius = 8;

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
      if (!action) {
        if (scrolling.has(event.key)) latest.current.scrolled();
        return;
      }
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
    const ends = [
      listenToTouch(current, actions),
      listenToWheel(current, actions),
      listenToReading(current, latest),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [box]);
}

/** Whether the focused element handles the key. */
const isOwn = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role=dialog], [role=menu], [role=slider], input, textarea, select') !== null;

/** Clicks on the pages without another effect, and scrolling. */
function listenToReading(box: HTMLElement, latest: RefObject<Props>): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let down: Point | undefined;
  box.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      down = { x: clientX, y: clientY };
    },
    { signal },
  );
  box.addEventListener(
    'click',
    ({ target, clientX, clientY, button }) => {
      const isTool =
        target instanceof Element && target.closest('a, button, input, select, textarea, section');
      const isDrag = down && Math.hypot(clientX - down.x, clientY - down.y) > tapRadius;
      const isSelecting = getSelection()?.isCollapsed === false;
      if (button !== 0 || isTool || isDrag || isSelecting) return;
      if (!latest.current.openMark(clientX, clientY)) latest.current.toggleBars();
    },
    { signal },
  );
  for (const name of ['wheel', 'touchmove'] as const)
    box.addEventListener(
      name,
      (event) => {
        const isZoom = event.ctrlKey || ('touches' in event && event.touches.length > 1);
        if (!isZoom) latest.current.scrolled();
      },
      { signal, passive: true },
    );
  return () => ending.abort();
}

function toAction(
  key: string,
  {
    viewer,
    layout,
    step,
    search,
    showMarks,
    showContents,
    showSettings,
    showHelp,
    showGoTo,
    resetZoom,
    toggleBars,
    toggleIncognito,
    close,
  }: Props,
): (() => void) | undefined {
  const actions = new Map<string, () => void>([
    ['ArrowRight', () => step('next')],
    ['ArrowLeft', () => step('previous')],
    ['Home', () => step('first')],
    ['End', () => step('last')],
    ['+', () => viewer?.zoomBy(zoomStep)],
    ['-', () => viewer?.zoomBy(1 / zoomStep)],
    ['/', search],
    ['n', showMarks],
    ['t', showContents],
    ['s', showSettings],
    ['?', showHelp],
    ['h', showHelp],
    ['g', showGoTo],
    ['0', resetZoom],
    ['i', toggleIncognito],
    ['m', toggleBars],
    ['f', toggleFullScreen],
    ['Escape', close],
  ]);
  if (layout === 'single') {
    actions.set('PageDown', () => step('next'));
    actions.set('PageUp', () => step('previous'));
  }
  return actions.get(key);
}

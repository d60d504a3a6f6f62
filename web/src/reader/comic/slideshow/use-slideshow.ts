// Turns pages at an interval. Any input pauses the slideshow until it is resumed.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Slideshow {
  state: 'off' | 'running' | 'paused';
  /** Starts, pauses or resumes it. */
  toggle(): void;
  stop(): void;
}

export function useSlideshow(): Slideshow & { pause(): void } {
  const [state, setState] = useState<Slideshow['state']>('off');
  const toggle = useCallback(() => setState((before) => (before === 'running' ? 'paused' : 'running')), []);
  const stop = useCallback(() => setState('off'), []);
  const pause = useCallback(() => setState((before) => (before === 'running' ? 'paused' : before)), []);
  return useMemo(() => ({ state, toggle, stop, pause }), [state, toggle, stop, pause]);
}

const slideshowKey = 'a';
/** Additional time for a page that is still loading. */
const waitMs = 500;

interface Props {
  slideshow: ReturnType<typeof useSlideshow>;
  seconds: number;
  /** After the last page. */
  isAtEnd: boolean;
  /** The visible page is still loading. */
  isComing(): boolean;
  step(): void;
}

export function useSlides({ slideshow, seconds, isAtEnd, isComing, step }: Props): void {
  const { state, stop, pause } = slideshow;
  const latest = useRef({ isComing, step });
  latest.current = { isComing, step };
  const isRunning = state === 'running';
  useEffect(() => {
    if (isRunning && isAtEnd) stop();
  }, [isRunning, isAtEnd, stop]);
  useEffect(() => {
    if (!isRunning) return;
    let timer = window.setTimeout(turn, seconds * 1_000);
    function turn() {
      const isLoading = latest.current.isComing();
      if (!isLoading) latest.current.step();
      timer = window.setTimeout(turn, isLoading ? waitMs : seconds * 1_000);
    }
    return () => window.clearTimeout(timer);
  }, [isRunning, seconds]);
  useEffect(() => {
    if (!isRunning) return;
    const interrupt = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-slideshow]')) return;
      if (event instanceof KeyboardEvent && event.key.toLowerCase() === slideshowKey) return;
      pause();
    };
    const events = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, interrupt, { capture: true, passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, interrupt, { capture: true });
    };
  }, [isRunning, pause]);
}

// Where a box is on the page and how wide it is: known before it is first painted, so that a page that is come back to
// has its height at once.
import { type RefCallback, useCallback, useState } from 'react';

interface Box {
  /** Pixels. */
  width: number;
  /** Pixels from the beginning of the page. */
  offset: number;
}

export function useBox(): Box & { ref: RefCallback<HTMLElement> } {
  const [box, setBox] = useState<Box>({ width: 0, offset: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const offset = Math.round(top + window.scrollY);
      setBox((before) => (before.width === width && before.offset === offset ? before : { width, offset }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above comes and goes.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ...box, ref };
}

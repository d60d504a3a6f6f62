// Position and width of an element on the page, measured before the first paint, so that a list has its height at once
// when the user goes back to it.
import { type RefCallback, useCallback, useState } from 'react';

interface Box {
  /** Pixels. */
  width: number;
  /** Pixels from the top of the page. */
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
    // The page above it may change its height.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ...box, ref };
}

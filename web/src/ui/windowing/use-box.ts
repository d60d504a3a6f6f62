// Position and width of an element on the page. Measured before the first paint, so that a list has its height immediately
// when the user navigates back to it.
import { type RefCallback, useCallback, useState } from 'react';

interface Box {
  /** In pixels. */
  width: number;
  /** In pixels from the top of the page. */
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
    // Content above the element may change its position.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ...box, ref };
}

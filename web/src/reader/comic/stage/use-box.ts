// The size of an element, kept up to date.
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '../geometry/sizes.ts';

export function useBox(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [element]);
  return size;
}

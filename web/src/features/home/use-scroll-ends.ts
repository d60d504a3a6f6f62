// Whether a row can be scrolled to the left and to the right.
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useScrollEnds(row: RefObject<HTMLElement | null>, count: number) {
  const [ends, setEnds] = useState({ hasBefore: false, hasAfter: false });
  // Before the first paint, so that the arrows do not shift the link next to them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more covers make the row longer
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const hasBefore = scrollLeft > 8;
      const hasAfter = scrollLeft + clientWidth < scrollWidth - 8;
      setEnds((known) =>
        known.hasBefore === hasBefore && known.hasAfter === hasAfter ? known : { hasBefore, hasAfter },
      );
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const watcher = new ResizeObserver(update);
    watcher.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      watcher.disconnect();
    };
  }, [row, count]);
  return ends;
}

// The current heights of the visible bars, to fit the pages between them.
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface BarHeights {
  top: number;
  bottom: number;
}

export const noBars: BarHeights = { top: 0, bottom: 0 };

/** Heights of the header and footer in the element. They can change, for example when thumbnails are shown. */
export function useBarHeights(reader: RefObject<HTMLElement | null>, areShown: boolean): BarHeights {
  const [heights, setHeights] = useState(noBars);
  useLayoutEffect(() => {
    const [header, footer] = [':scope > header', ':scope > footer'].map((one) =>
      reader.current?.querySelector<HTMLElement>(one),
    );
    if (!areShown || !header || !footer) return;
    const measure = () => {
      const top = header.offsetHeight;
      const bottom = footer.offsetHeight;
      setHeights((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(header);
    watcher.observe(footer);
    return () => watcher.disconnect();
  }, [reader, areShown]);
  return heights;
}

// Reserves margins for the bars, so that showing or hiding them does not move the text.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useBars } from '../shared/bars/use-bars.ts';

interface Props {
  reader: RefObject<HTMLElement | null>;
  /** The scrolling element. */
  box: RefObject<HTMLElement | null>;
}

export type PdfBarsState = ReturnType<typeof usePdfBars>;

export function usePdfBars({ reader, box }: Props) {
  const bars = useBars({ reader, pages: box });
  const { top, bottom } = bars.covered;
  const before = useRef(top);
  useLayoutEffect(() => {
    box.current?.scrollBy({ top: top - before.current, behavior: 'instant' });
    before.current = top;
  }, [box, top]);
  /** The edges of the pages. */
  return { ...bars, room: { insetBlock: `${top}px ${bottom}px` } };
}

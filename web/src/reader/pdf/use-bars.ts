// The bars over the pages: shown or hidden. Shown, they have room beside the pages; nothing that is read moves when it
// is taken.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { noBars, useBarHeights } from '../shared/bars/use-bar-heights.ts';
import { useLeaving } from '../shared/bars/use-leaving.ts';

interface Props {
  reader: RefObject<HTMLElement | null>;
  /** The scrolled element. */
  box: RefObject<HTMLElement | null>;
}

export type PdfBarsState = ReturnType<typeof usePdfBars>;

export function usePdfBars({ reader, box }: Props) {
  const [areShown, setShown] = useState(true);
  const heights = useBarHeights(reader, areShown);
  const { top, bottom } = areShown ? heights : noBars;
  const before = useRef(top);
  useLayoutEffect(() => {
    box.current?.scrollBy({ top: top - before.current, behavior: 'instant' });
    before.current = top;
  }, [box, top]);
  const hide = () => {
    setShown(false);
    // Nothing that is gone keeps the focus.
    if (document.activeElement?.closest('header, footer')) box.current?.focus({ preventScroll: true });
  };
  return {
    ...useLeaving(areShown),
    /** The edges of the pages. */
    room: { insetBlock: `${top}px ${bottom}px` },
    toggle: () => (areShown ? hide() : setShown(true)),
    hide,
  };
}

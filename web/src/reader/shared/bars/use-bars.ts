// The bars over the pages: shown or hidden, and how much of the screen they take.
import { type RefObject, useState } from 'react';
import { type BarHeights, noBars, useBarHeights } from './use-bar-heights.ts';
import { type Presence, useLeaving } from './use-leaving.ts';

export interface BarsState extends Presence {
  areShown: boolean;
  /** What they cover now. */
  covered: BarHeights;
  /** Of the bar above while it is shown. */
  topHeight: number;
  toggle(): void;
  hide(): void;
}

interface Props {
  reader: RefObject<HTMLElement | null>;
  /** Gets the focus that a bar had. */
  pages: RefObject<HTMLElement | null>;
  onHide?(): void;
}

export function useBars({ reader, pages, onHide }: Props): BarsState {
  const [areShown, setShown] = useState(true);
  const heights = useBarHeights(reader, areShown);
  const hide = () => {
    setShown(false);
    onHide?.();
    // Nothing that is gone keeps the focus.
    if (document.activeElement?.closest('header, footer')) pages.current?.focus({ preventScroll: true });
  };
  return {
    ...useLeaving(areShown),
    areShown,
    covered: areShown ? heights : noBars,
    topHeight: heights.top,
    toggle: () => (areShown ? hide() : setShown(true)),
    hide,
  };
}

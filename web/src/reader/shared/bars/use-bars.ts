// The bars over the pages: whether they are shown, and their heights.
import { type RefObject, useState } from 'react';
import { type BarHeights, noBars, useBarHeights } from './use-bar-heights.ts';
import { type Presence, useLeaving } from './use-leaving.ts';

export interface BarsState extends Presence {
  areShown: boolean;
  /** Current heights. */
  covered: BarHeights;
  /** Height of the top bar while it is shown. */
  topHeight: number;
  toggle(): void;
  hide(): void;
}

interface Props {
  reader: RefObject<HTMLElement | null>;
  /** Receives the focus when a bar is hidden. */
  pages: RefObject<HTMLElement | null>;
  onHide?(): void;
}

export function useBars({ reader, pages, onHide }: Props): BarsState {
  const [areShown, setShown] = useState(true);
  const heights = useBarHeights(reader, areShown);
  const hide = () => {
    setShown(false);
    onHide?.();
    // Removes the focus from a hidden bar.
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

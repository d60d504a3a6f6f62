// The bars over the pages: shown or hidden, and how much of the screen they take.
import { type RefObject, useState } from 'react';
import { type BarHeights, noBars, useBarHeights } from '../shared/bars/use-bar-heights.ts';
import { useLeaving } from '../shared/bars/use-leaving.ts';
import type { Panel } from './state/panel.ts';

export interface ComicBars {
  areShown: boolean;
  /** They are on the page, or still slide away. */
  isThere: boolean;
  isLeaving: boolean;
  /** What they cover now. */
  covered: BarHeights;
  /** Of the bar above while it is shown. */
  topHeight: number;
  toggle(): void;
  hide(): void;
}

interface Props {
  reader: RefObject<HTMLElement | null>;
  stage: RefObject<HTMLElement | null>;
  panel: Panel | undefined;
  setPanel(panel: Panel | undefined): void;
}

export function useBars({ reader, stage, panel, setPanel }: Props): ComicBars {
  const [areShown, setShown] = useState(true);
  const heights = useBarHeights(reader, areShown);
  const hide = () => {
    setShown(false);
    if (panel === 'thumbnails') setPanel(undefined);
    // Nothing that is gone keeps the focus.
    if (document.activeElement?.closest('header, footer')) stage.current?.focus({ preventScroll: true });
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

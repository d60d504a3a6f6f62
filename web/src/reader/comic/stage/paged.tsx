// One page, or two side by side. The next ones are preloaded behind them, so that a turn is immediate.
import type { Page } from '@lectern/contract/pages';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Settings } from '../state/settings.ts';
import { defaultPageSize, type Size, toSizes } from '../state/sizes.ts';
import { type Spread, toPreload } from '../state/spreads.ts';
import { PageImage } from './page-image.tsx';
import classes from './stage.module.css';
import type { ToSource } from './use-sources.ts';

interface Props {
  stage: RefObject<HTMLDivElement | null>;
  box: Size;
  /** The box without bars: the bars do not change which size of a page is loaded. */
  screen: Size;
  pages: readonly Page[];
  spreads: readonly Spread[];
  at: number;
  settings: Settings;
  zoom: number;
  toSource: ToSource;
}

export function Paged({ stage, box, screen, pages, spreads, at, settings, zoom, toSource }: Props) {
  const { direction, fit } = settings;
  const [seen, setSeen] = useState<ReadonlyMap<number, Size>>(new Map());
  const setSize = useCallback(
    (number: number, size: Size) =>
      setSeen((before) => (before.has(number) ? before : new Map(before).set(number, size))),
    [],
  );
  const toSize = useCallback(
    (number: number): Size => {
      const { width, height } = pages[number - 1] ?? {};
      return width && height ? { width, height } : (seen.get(number) ?? defaultPageSize);
    },
    [pages, seen],
  );
  const shown = useMemo(() => [spreads[at] ?? [], ...toPreload(spreads, at)], [spreads, at]);
  // A page starts at its top, and at the side where reading starts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useLayoutEffect(() => {
    const { current } = stage;
    if (current) current.scrollTo(direction === 'rtl' ? current.scrollWidth : 0, 0);
  }, [at, spreads, fit, direction]);
  return shown.map((spread, index) => {
    const isAhead = index > 0;
    const sizes = toSizes(spread.map(toSize), box, { fit, zoom: isAhead ? 1 : zoom });
    const fetched = toSizes(spread.map(toSize), screen, { fit, zoom: 1 });
    return (
      <div
        key={spread.join('-')}
        className={classes.spread}
        data-ahead={isAhead || undefined}
        aria-hidden={isAhead || undefined}
        inert={isAhead}
        dir={direction === 'rtl' ? 'rtl' : 'ltr'}
      >
        {spread.map((number, side) => (
          <PageImage
            key={number}
            number={number}
            count={pages.length}
            isAhead={isAhead}
            // Zoomed in, the page is loaded in its full size.
            src={toSource(
              number,
              zoom > 1.5 && !isAhead ? Number.POSITIVE_INFINITY : (fetched[side]?.width ?? 0),
            )}
            style={sizes[side]}
            onSize={setSize}
          />
        ))}
      </div>
    );
  });
}

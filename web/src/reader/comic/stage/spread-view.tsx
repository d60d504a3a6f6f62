// The pages of one spread: whole, without their borders, or half of one.

import type { PageStates } from '../../shared/progress/page-states.ts';
import type { Borders } from '../crop/use-borders.ts';
import { findHalf, joinCuts, levelCuts, noCut, toCutSize, toHalfCut, toShown } from '../geometry/cuts.ts';
import { type Size, toSizes } from '../geometry/sizes.ts';
import type { Spread } from '../geometry/spreads.ts';
import type { Settings } from '../state/settings.ts';
import { PageImage } from './page-image.tsx';
import classes from './stage.module.css';
import type { ToSource } from './use-sources.ts';

interface Props {
  spreads: readonly Spread[];
  index: number;
  /** Number of pages of the book. */
  count: number;
  /** Preloaded behind what is shown. */
  isAhead: boolean;
  box: Size;
  screen: Size;
  settings: Settings;
  zoom: number;
  borders: Borders;
  toSize(number: number): Size;
  toSource: ToSource;
  onState: PageStates['note'];
  onSize(number: number, size: Size): void;
}

/** Cropped pages are shown larger: they are fetched with a few more pixels, as their borders are known only then. */
const croppedRatio = 1.2;

export function SpreadView(props: Props) {
  const { spreads, index, count, isAhead, box, screen, settings, zoom, borders, toSource, onSize } = props;
  const { direction, fit, isCropped, hasGutter } = settings;
  const isRtl = direction === 'rtl';
  const spread = spreads[index] ?? [];
  const half = toHalfCut(findHalf(spreads, index), isRtl);
  const cuts = levelCuts(spread.map((number) => joinCuts(half, borders.find(number) ?? noCut)));
  const sizes = toSizes(
    spread.map((number, side) => toCutSize(props.toSize(number), cuts[side] ?? noCut)),
    box,
    { fit, zoom },
  );
  const halves = spread.map((number) => toCutSize(props.toSize(number), half));
  const fetched = toSizes(halves, screen, { fit, zoom: isCropped ? croppedRatio : 1 });
  return (
    <div
      className={classes.spread}
      data-ahead={isAhead || undefined}
      data-gutter={(hasGutter && spread.length > 1) || undefined}
      aria-hidden={isAhead || undefined}
      inert={isAhead}
      dir={isRtl ? 'rtl' : 'ltr'}
    >
      {spread.map((number, side) => (
        <PageImage
          key={number}
          number={number}
          count={count}
          isAhead={isAhead}
          // Zoomed in, the page is loaded in its full size.
          src={toSource(
            number,
            zoom > 1.5 && !isAhead
              ? Number.POSITIVE_INFINITY
              : (fetched[side]?.width ?? 0) / toShown(half).width,
          )}
          style={sizes[side]}
          cut={borders.find(number) && cuts[side]}
          onState={props.onState}
          onSize={onSize}
          onPicture={borders.look}
        />
      ))}
    </div>
  );
}

// The pages of one spread: whole, without their borders, or half of one.

import { useRef } from 'react';
import type { PageStates } from '../../shared/progress/page-states.ts';
import { findHalf, noCut, toCutSize, toHalfCut, toShown } from '../geometry/cuts.ts';
import { type Size, toSizes } from '../geometry/sizes.ts';
import type { Spread } from '../geometry/spreads.ts';
import { useFlight } from '../guided/use-flight.ts';
import { maxScale, type View } from '../guided/views.ts';
import type { Settings } from '../state/settings.ts';
import { PageImage } from './page-image.tsx';
import classes from './stage.module.css';
import type { PageShapes } from './use-page-shapes.ts';
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
  shapes: PageShapes;
  /** The current panel, for which the page is enlarged. */
  view: View | undefined;
  /** Guided view enlarges the pages. */
  isGuided: boolean;
  toSource: ToSource;
  onState: PageStates['note'];
  onPicture(number: number, picture: HTMLImageElement): void;
}

/** Cropped pages are shown larger: they are fetched with a few more pixels, as their borders are known only then. */
const croppedRatio = 1.2;

export function SpreadView(props: Props) {
  const { spreads, index, count, isAhead, box, screen, settings, zoom, shapes, view, toSource } = props;
  const { borders, toSize } = shapes;
  const { direction, fit, isCropped, hasGutter } = settings;
  const isRtl = direction === 'rtl';
  const spread = spreads[index] ?? [];
  const half = toHalfCut(findHalf(spreads, index), isRtl);
  const cuts = shapes.toCuts(spreads, index);
  const sizes = toSizes(
    spread.map((number, side) => toCutSize(toSize(number), cuts[side] ?? noCut)),
    box,
    { fit, zoom },
  );
  const halves = spread.map((number) => toCutSize(toSize(number), half));
  const enlarged = props.isGuided ? maxScale : isCropped ? croppedRatio : 1;
  const fetched = toSizes(halves, screen, { fit, zoom: enlarged });
  const element = useRef<HTMLDivElement>(null);
  const transform = view ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : 'none';
  useFlight(element, 'transform', { value: transform, isStill: isAhead || zoom > 1 });
  return (
    <div
      ref={element}
      className={classes.spread}
      style={{ transform }}
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
          onSize={shapes.setSize}
          onPicture={props.onPicture}
        />
      ))}
    </div>
  );
}

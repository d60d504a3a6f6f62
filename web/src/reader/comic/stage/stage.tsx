// The page area with its gestures.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from '@lectern/contract/serving/pages';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { BarHeights } from '../../shared/bars/use-bar-heights.ts';
import type { BarsState } from '../../shared/bars/use-bars.ts';
import type { Point } from '../../shared/gestures/actions.ts';
import { useGestures } from '../../shared/gestures/use-gestures.ts';
import type { PageStates } from '../../shared/progress/page-states.ts';
import { toAction, type ZoneAction } from '../../shared/zones/zones.ts';
import { ZonesOverlay } from '../../shared/zones/zones-overlay.tsx';
import type { Size } from '../geometry/sizes.ts';
import type { Guided } from '../guided/use-guided.ts';
import { type Command, toPointerCommand } from '../state/keys.ts';
import type { Panel } from '../state/panel.ts';
import type { Settings } from '../state/settings.ts';
import type { Turning } from '../use-turning.ts';
import { Paged } from './paged.tsx';
import classes from './stage.module.css';
import { Strip } from './strip.tsx';
import { useBox } from './use-box.ts';
import type { PageShapes } from './use-page-shapes.ts';
import type { ToSource } from './use-sources.ts';
import type { Zoom } from './use-zoom.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  /** The whole screen. */
  screen: Size;
  /** The screen between the bars. */
  box: Size;
  /** Heights of the bars that the pages do not use. */
  covered: BarHeights;
  book: BookDto;
  pages: readonly Page[];
  settings: Settings;
  turning: Turning;
  shapes: PageShapes;
  guided: Guided;
  zoom: Zoom;
  pageStates: PageStates;
  panel: Panel | undefined;
  setPanel(panel: Panel | undefined): void;
  bars: BarsState;
  run(command: Command): void;
  say(text: string): void;
  toSource: ToSource;
  /** Shown below the last page of a strip. */
  children: ReactNode;
}

const doubleTapZoom = 2.5;

export function Stage(props: Props) {
  const { ref, screen, box, book, pages, settings, turning, shapes, guided, zoom, bars, children } = props;
  const { panel, setPanel, toSource } = props;
  const isStrip = settings.mode === 'strip';
  const stripBox = useBox(ref);
  const { top, bottom } = props.covered;
  useScrolled(ref, top);
  const { at } = turning;
  const { zoomTo } = zoom;
  useStageGestures(props);
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
  // Resets the zoom for a new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => {
    if (settings.mode === 'paged') zoomTo(1);
  }, [at, settings.mode]);
  const shared = { stage: ref, pages, settings, zoom: zoom.zoom, toSource, onState: props.pageStates.note };
  return (
    <>
      <section
        ref={ref}
        className={classes.stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-label={book.title}
        data-mode={settings.mode}
        style={{ insetBlock: `${top}px ${bottom}px` }}
      >
        {isStrip ? (
          <Strip
            {...shared}
            pages={turning.shown}
            count={pages.length}
            box={stripBox}
            goal={turning.goal}
            topHeight={bars.topHeight}
            covered={bars.covered.top}
            onPosition={(position) => {
              bars.hide();
              turning.see(position);
            }}
            onEnd={turning.seeEnd}
          >
            {children}
          </Strip>
        ) : (
          <Paged
            {...shared}
            shapes={shapes}
            guided={guided}
            say={props.say}
            box={box}
            screen={screen}
            spreads={turning.spreads}
            at={at}
          />
        )}
      </section>
      {panel === 'zones' && (
        <ZonesOverlay tapping={settings} direction={settings.direction} onClose={() => setPanel(undefined)} />
      )}
    </>
  );
}

/** Keeps the visible part of a large page in place when the top edge of the stage moves. */
function useScrolled(stage: RefObject<HTMLElement | null>, top: number): void {
  const before = useRef(top);
  useLayoutEffect(() => {
    const { current } = stage;
    if (current && current.scrollTop > 0) current.scrollTop += top - before.current;
    before.current = top;
  }, [stage, top]);
}

function useStageGestures({ ref, settings, zoom, guided, run }: Props): void {
  const isStrip = settings.mode === 'strip';
  const toZone = ({ x, y }: Point) => toAction(x / window.innerWidth, y / window.innerHeight, settings);
  const act = (action: ZoneAction) => run(toPointerCommand(action, isStrip));
  const isRtl = settings.direction === 'rtl';
  const isDownwards = settings.direction === 'ttb';
  useGestures(ref, {
    tap: (at) => act(toZone(at)),
    doubleTap(at) {
      if (zoom.zoom > 1) zoom.zoomTo(1, at);
      else if (guided.isOn) guided.leave();
      else if (guided.isArmed) guided.startAt(at);
      else zoom.zoomTo(doubleTapZoom, at);
    },
    // Every panel can be tapped twice, also in a zone that turns pages.
    canBeDoubleTap: (at) => zoom.zoom > 1 || toZone(at) === 'menu' || (guided.isArmed && !guided.isOn),
    zoomBy: guided.zoomBy,
    swipe(to) {
      if (isStrip || zoom.zoom > 1) return;
      const isAcross = to === 'left' || to === 'right';
      if (isAcross && !isDownwards) act((to === 'left') !== isRtl ? 'next' : 'previous');
      else if (!isAcross && (isDownwards || guided.hasPart(to === 'up' ? 'next' : 'previous')))
        act(to === 'up' ? 'next' : 'previous');
    },
    wheel(to) {
      if (!isStrip) act(to === 'down' ? 'next' : 'previous');
    },
  });
}

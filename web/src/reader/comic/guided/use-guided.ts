// Guided view: the current panel and the steps between panels. The page remains the reading position.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useState } from 'react';
import type { Point } from '../../shared/gestures/actions.ts';
import type { Notices } from '../../shared/notice/notice.tsx';
import { type Cut, noCut, toCutSize, toShown } from '../geometry/cuts.ts';
import { type Size, toSizes } from '../geometry/sizes.ts';
import { findSpread, toSpreads } from '../geometry/spreads.ts';
import { findTarget } from '../magnifier/lens.ts';
import type { PageShapes } from '../stage/use-page-shapes.ts';
import type { Zoom } from '../stage/use-zoom.ts';
import type { Step } from '../state/keys.ts';
import type { Turning } from '../use-turning.ts';
import { findTouched, toAreas } from './areas.ts';
import { type Cursor, move, resolve, toStart, toStops } from './stops.ts';
import { useFewPanels } from './use-few-panels.ts';
import type { Guiding } from './use-guiding.ts';
import { usePanels } from './use-panels.ts';
import { type Frame, toViews, type View } from './views.ts';
import { useWholePages } from './whole-pages.ts';

export interface Guided extends Pick<Guiding, 'isArmed' | 'isOn' | 'leave' | 'turnOff'> {
  /** The current panel on the screen. Undefined while the page is shown whole or zoomed. */
  view: View | undefined;
  /** The current panel, from 1. */
  panel: { number: number; count: number } | undefined;
  /** Pages that the user wants to see whole. */
  wholePages: readonly number[];
  toggleWhole(page: number): void;
  /** Goes to the next or previous panel. Without guided view, turns the page. */
  step(step: Step): void;
  /** Whether a tall panel continues in this direction. */
  hasPart(step: 'next' | 'previous'): boolean;
  /** Shows the first panel of the page, or turns guided view off. */
  toggle(): void;
  /** Shows the panel at a point of the window. */
  startAt(at: Point): void;
  /** A panel is shown, or the page instead of it while the user holds it. */
  isPeekable: boolean;
  /** Shows the whole page instead of the panel, or the panel again. */
  peek(isPeeking: boolean): void;
  /** Zooms from the enlargement of the panel. */
  zoomBy: Zoom['zoomBy'];
}

interface Props {
  book: BookDto;
  guiding: Guiding;
  turning: Turning;
  shapes: PageShapes;
  zoom: Zoom;
  /** The screen between the bars. */
  box: Size;
  say: Notices['say'];
}

export function useGuided({ book, guiding, turning, shapes, zoom, box, say }: Props): Guided {
  const { settings, isArmed, isOn, start, leave, turnOff } = guiding;
  const { spreads, at } = turning;
  const [wholePages, toggleWhole] = useWholePages(book.id);
  const panels = usePanels({ bookId: book.id, spreads, at, isOn: isArmed });
  const lastPage = turning.shown.at(-1)?.pageNumber ?? 0;
  useFewPanels({ seriesId: book.seriesId, lastPage, isOn, sources: panels.sources, say });
  const [isPeeking, peek] = useState(false);
  const [cursor, setCursor] = useState<Cursor>(() => toStart(at));
  if (isOn && cursor.at !== at) setCursor(toStart(at));
  const toAreasOf = (page: number, cut: Cut) =>
    toAreas(wholePages.includes(page) ? [] : panels.find(page), cut);

  const page = spreads[at]?.[0] ?? turning.page;
  const cut = shapes.toCuts(spreads, at)[0] ?? noCut;
  const areas = toAreasOf(page, cut);
  const stops = toStops(areas, settings.wholePage);
  const frame = toFrame(toCutSize(shapes.toSize(page), cut), box);
  const views = stops.map((stop) => {
    const area = stop === 'whole' ? undefined : areas[stop];
    return area ? toViews(area, frame) : [undefined];
  });
  const parts = views.map(({ length }) => length);
  const { stop, part } = resolve(cursor, parts);
  const current = stops[stop];
  const isZoomed = zoom.zoom > 1;
  const isPeekable = isOn && !isZoomed && !turning.edge && typeof current === 'number';
  const isShown = isOn && !(isPeekable && isPeeking);
  const view = isShown && !isZoomed ? views[stop]?.[part] : undefined;

  const step = (what: Step) => {
    if (isOn && isZoomed && (what === 'next' || what === 'previous')) return zoom.zoomTo(1);
    if (!isOn || turning.edge) return turning.step(what);
    const target = what === 'next' || what === 'previous' ? move(cursor, what, parts) : toStart(at);
    if (spreads[target.at]) setCursor(target);
    if (target.at !== at || what === 'first' || what === 'last') turning.step(what);
  };
  /** Index of the page when pages are shown one by one. */
  const toIndex = (number: number): number => {
    if (!turning.isDouble) return at;
    return findSpread(toSpreads(turning.shown, { ...settings, isDouble: false }), number);
  };
  const toggle = () => {
    if (isOn) return turnOff();
    if (isZoomed) zoom.zoomTo(1);
    setCursor({ at: toIndex(page), stop: settings.wholePage === 'before' ? 1 : 0, part: 0 });
    start();
  };
  const startAt = (point: Point) => {
    const target = findTarget(point);
    const number = target?.page ?? page;
    const index = toIndex(number);
    const visible = turning.isDouble ? (shapes.toCuts([[number]], 0)[0] ?? noCut) : cut;
    const found = toAreasOf(number, visible);
    const touched = target && findTouched(found, toPagePoint(point, target.picture, visible));
    const first = touched === undefined ? 0 : toStops(found, settings.wholePage).indexOf(touched);
    setCursor({ at: index, stop: first, part: 0 });
    if (number !== turning.page) turning.goTo(number);
    start();
  };
  return {
    isArmed,
    isOn,
    leave,
    turnOff,
    view,
    panel: isShown && typeof current === 'number' ? { number: current + 1, count: areas.length } : undefined,
    wholePages,
    toggleWhole,
    step,
    hasPart(what) {
      const target = move(cursor, what, parts);
      return view !== undefined && target.at === at && target.stop === stop;
    },
    toggle,
    startAt,
    isPeekable,
    peek,
    zoomBy: (factor, around) =>
      view ? zoom.zoomTo(view.scale * factor, around) : zoom.zoomBy(factor, around),
  };
}

function toFrame(pixels: Size, box: Size): Frame {
  const [page = pixels] = toSizes([pixels], box, { fit: 'screen', zoom: 1 });
  return { box, page, pixels };
}

/** Converts a point of the window to shares of the visible part. The picture is placed as if the whole page was visible. */
function toPagePoint({ x, y }: Point, picture: HTMLImageElement, cut: Cut): Point {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const shown = toShown(cut);
  return {
    x: ((x - left) / Math.max(1, width) - cut.left) / shown.width,
    y: ((y - top) / Math.max(1, height) - cut.top) / shown.height,
  };
}

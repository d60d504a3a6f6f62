// Compares detected panels with annotated ones. Each page has exactly one outcome.

import type { PanelDirection } from '@lectern/contract/serving/panel-order';
import type { Box } from '@lectern/formats/panels/boxes';

/**
 * `right`: all panels in order, no others. `readable`: each panel is whole in one view, in order. `coarse`: the same with
 * few views. `fallback`: the page is shown although it has panels. `wrong`: all others.
 */
export type Outcome = 'right' | 'readable' | 'coarse' | 'fallback' | 'wrong';

/** A page of PANELS.json. Boxes are in percent, in reading order. */
export interface AnnotatedPage {
  direction: PanelDirection;
  difficulty: string;
  expect: 'panels' | 'full-page';
  panels: Box[];
  /** Other correct boxes, by the index of the panel. */
  alternatives?: Record<string, Box[]>;
  /** Regions that may be found or not. */
  ignore?: Box[];
}

const minOverlap = 0.7;
const wholeShare = 0.85;
const coarseShare = 0.6;
/** A box of this area (percent of percent) is the page. */
const pageArea = 8_500;

const areaOf = ([, , width, height]: Box): number => Math.max(0, width) * Math.max(0, height);

function shared(a: Box, b: Box): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  return Math.max(0, width) * Math.max(0, height);
}

/** Intersection over union. */
const overlapOf = (a: Box, b: Box): number => shared(a, b) / (areaOf(a) + areaOf(b) - shared(a, b));
const insideOf = (a: Box, b: Box): number => shared(a, b) / areaOf(a);
const isRising = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0));

export function judge(page: AnnotatedPage, boxes: readonly Box[]): Outcome {
  const accepted = page.panels.map((box, i) => [box, ...(page.alternatives?.[i] ?? [])]);
  const matches = matchBoxes(accepted, boxes);
  const [first] = boxes;
  const isPage = first === undefined || (boxes.length === 1 && areaOf(first) >= pageArea);
  if (page.expect === 'full-page')
    return isPage || (boxes.length === 1 && matches.size === 1) ? 'right' : 'wrong';
  const isIgnored = (box: Box) =>
    (page.ignore ?? []).some((region) => insideOf(box, region) >= 0.5 || overlapOf(box, region) >= 0.5);
  const extra = isPage ? 0 : boxes.filter((box, i) => !matches.has(i) && !isIgnored(box)).length;
  const order = boxes.flatMap((_, i) => matches.get(i) ?? []);
  if (matches.size === accepted.length && extra === 0 && isRising(order)) return 'right';
  if (isPage) return 'fallback';
  const views = accepted.map((list) =>
    boxes.findIndex((box) => list.some((one) => insideOf(one, box) >= wholeShare)),
  );
  if (views.includes(-1) || !isRising(views) || extra > 1 + accepted.length * 0.2) return 'wrong';
  return new Set(views).size < accepted.length * coarseShare ? 'coarse' : 'readable';
}

/** Annotated panels by the index of the box that matches them, the best matches first. */
function matchBoxes(accepted: readonly Box[][], boxes: readonly Box[]): Map<number, number> {
  const pairs = boxes.flatMap((box, at) =>
    accepted.map((list, panel) => ({
      at,
      panel,
      overlap: Math.max(...list.map((one) => overlapOf(box, one))),
    })),
  );
  const matches = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, panel } of pairs
    .filter(({ overlap }) => overlap >= minOverlap)
    .sort((a, b) => b.overlap - a.overlap)) {
    if (matches.has(at) || taken.has(panel)) continue;
    matches.set(at, panel);
    taken.add(panel);
  }
  return matches;
}

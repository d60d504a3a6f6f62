// The stops of guided view on a page, and the steps between them. Uses no browser API.
import type { WholePage } from '../state/settings.ts';
import type { Area } from './areas.ts';

/** Index of a panel, or the page itself. */
export type Stop = number | 'whole';

/** The page is not shown again before or after a panel that covers this share of it. */
const mostOfPage = 0.7;

/** At least one stop. */
export function toStops(areas: readonly Area[], wholePage: WholePage): Stop[] {
  const panels = areas.map((_, index): Stop => index);
  if (panels.length === 0) return ['whole'];
  if (wholePage === 'none' || areas.some(({ width, height }) => width * height >= mostOfPage)) return panels;
  return wholePage === 'before' ? ['whole', ...panels] : [...panels, 'whole'];
}

/** Negative numbers count from the end, because the panels of a previous page may be unknown. */
export interface Cursor {
  /** Index of the page, or of its half. */
  at: number;
  stop: number;
  /** Part of a tall panel. */
  part: number;
}

/** The beginning of a page. */
export const toStart = (at: number): Cursor => ({ at, stop: 0, part: 0 });

const toIndex = (index: number, count: number): number =>
  Math.min(count - 1, Math.max(0, index < 0 ? count + index : index));

/** Limits the cursor to the existing stops. `parts` is the number of parts of each stop, at least 1. */
export function resolve({ at, stop, part }: Cursor, parts: readonly number[]): Cursor {
  const index = toIndex(stop, parts.length);
  return { at, stop: index, part: toIndex(part, parts[index] ?? 1) };
}

/** The cursor after one step. Has another `at` if the step leaves the page. */
export function move(cursor: Cursor, step: 'next' | 'previous', parts: readonly number[]): Cursor {
  const { at, stop, part } = resolve(cursor, parts);
  if (step === 'next') {
    if (part + 1 < (parts[stop] ?? 1)) return { at, stop, part: part + 1 };
    return stop + 1 < parts.length ? { at, stop: stop + 1, part: 0 } : toStart(at + 1);
  }
  if (part > 0) return { at, stop, part: part - 1 };
  return stop > 0 ? { at, stop: stop - 1, part: -1 } : { at: at - 1, stop: -1, part: -1 };
}

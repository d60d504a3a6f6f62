// The current page and how it changes; reports each page to the progress sync.
import type { Page } from '@lectern/contract/pages';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import type { Neighbours } from '../shared/use-neighbours.ts';
import { findHalf } from './geometry/cuts.ts';
import { findSpread, type Spread, toSpreads } from './geometry/spreads.ts';
import { findScrollOffset, saveScrollOffset } from './settings/scroll-offsets.ts';
import type { StripPosition } from './stage/strip.tsx';
import type { Step } from './state/keys.ts';
import type { Settings } from './state/settings.ts';

export interface Turning {
  /** The first page of the current spread. */
  page: number;
  spreads: readonly Spread[];
  /** Index of the current spread. */
  at: number;
  spread: Spread;
  /** Pages stand side by side. */
  isDouble: boolean;
  /** Beyond the last page, or before the first: the end card is shown. */
  edge: 'before' | 'after' | undefined;
  /** Where the strip has to scroll. */
  goal: StripPosition;
  step(step: Step): void;
  goTo(page: number): void;
  /** Called when the strip was scrolled. */
  see(position: StripPosition): void;
  leaveEdge(): void;
}

interface Props {
  bookId: string;
  pages: readonly Page[];
  settings: Settings;
  /** There is room for two pages side by side. */
  hasRoom: boolean;
  startPage: number;
  progressSync: ProgressSync;
  around: Neighbours;
}

export function useTurning({ bookId, pages, startPage, progressSync, around, ...props }: Props): Turning {
  const isStrip = props.settings.mode === 'strip';
  const count = pages.length;
  const [page, setPage] = useState(() => Math.min(Math.max(1, startPage), count));
  const [goal, setGoal] = useState<StripPosition>(() => ({ page, share: findScrollOffset(bookId, page) }));
  const [edge, setEdge] = useState<Turning['edge']>();
  const [isSecondHalf, setSecondHalf] = useState(false);
  const { spreads, isDouble } = useSpreads({ pages, ...props });
  const first = findSpread(spreads, page);
  const at = isSecondHalf && findHalf(spreads, first) ? first + 1 : first;
  const spread = spreads[at] ?? [];
  const last = spread.at(-1) ?? page;

  const goTo = useCallback(
    (wanted: number) => {
      const clamped = Math.min(Math.max(1, wanted), count);
      setEdge(undefined);
      setSecondHalf(false);
      setPage(clamped);
      setGoal({ page: clamped, share: 0 });
    },
    [count],
  );
  useEffect(() => progressSync.report({ currentPage: last }), [last, progressSync]);
  useEffect(
    () => progressSync.onGo(({ currentPage }) => currentPage && goTo(currentPage)),
    [progressSync, goTo],
  );

  const leave = (side: 'before' | 'after') => {
    const other = side === 'after' ? around.next : around.previous;
    if (side === 'after' && other && !isStrip && props.settings.ending === 'next') around.open(other);
    else if (isStrip) setGoal({ page: side === 'after' ? count : 1, share: side === 'after' ? 1 : 0 });
    else if (edge !== side) setEdge(side);
    else if (other) around.open(other);
  };
  const step = (what: Step) => {
    if (what === 'first') return goTo(1);
    if (what === 'last') return goTo(count);
    const back = what === 'next' ? 'before' : 'after';
    if (edge === back) return setEdge(undefined);
    const index = at + (what === 'next' ? 1 : -1);
    const wanted = spreads[index]?.[0];
    if (wanted === undefined || edge) return leave(what === 'next' ? 'after' : 'before');
    goTo(wanted);
    setSecondHalf(findHalf(spreads, index) === 'second');
  };
  const see = useCallback(
    (position: StripPosition) => {
      setPage(position.page);
      if (!progressSync.isIncognito()) saveScrollOffset(bookId, position);
    },
    [bookId, progressSync],
  );
  const leaveEdge = () => setEdge(undefined);
  return { page, spreads, at, spread, isDouble, edge, goal, step, goTo, see, leaveEdge };
}

function useSpreads({ pages, settings, hasRoom }: Pick<Props, 'pages' | 'settings' | 'hasRoom'>) {
  const { mode, layout, isCoverAlone, isShifted } = settings;
  const isDouble = mode === 'paged' && (layout === 'double' || (layout === 'auto' && hasRoom));
  const isSplit = mode === 'paged' && settings.isSplit;
  const spreads = useMemo(
    () => toSpreads(pages, { isDouble, isCoverAlone, isShifted, isSplit }),
    [pages, isDouble, isCoverAlone, isShifted, isSplit],
  );
  return { spreads, isDouble };
}

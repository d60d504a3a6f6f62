// The current page and its changes. Reports the displayed pages to the progress sync.
import type { Page } from '@lectern/contract/serving/pages';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type PageStates, useDisplayed } from '../shared/progress/page-states.ts';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import type { Neighbours } from '../shared/use-neighbours.ts';
import { findHalf } from './geometry/cuts.ts';
import { toShownPage, toShownPages } from './geometry/skipped.ts';
import { findSpread, type Spread, toSpreads } from './geometry/spreads.ts';
import { findScrollOffset, saveScrollOffset } from './settings/scroll-offsets.ts';
import type { StripPosition } from './stage/strip.tsx';
import type { Step } from './state/keys.ts';
import type { Settings } from './state/settings.ts';

export interface Turning {
  /** The first page of the current spread. */
  page: number;
  spreads: readonly Spread[];
  /** All pages except skipped credit pages. */
  shown: readonly Page[];
  /** Index of the current spread. */
  at: number;
  spread: Spread;
  /** Whether pages are shown side by side. */
  isDouble: boolean;
  /** After the last page or before the first, where the end card is shown. */
  edge: 'before' | 'after' | undefined;
  /** Scroll target of the strip. */
  goal: StripPosition;
  step(step: Step): void;
  /** Also opens a skipped page, which is shown from then on. */
  goTo(page: number): void;
  /** Called when the strip is scrolled. */
  see(position: StripPosition): void;
  /** Called when the strip is scrolled to the lower edge of its last page. */
  seeEnd(): void;
  leaveEdge(): void;
}

interface Props {
  bookId: string;
  pages: readonly Page[];
  settings: Settings;
  /** Whether two pages fit side by side. */
  hasRoom: boolean;
  startPage: number;
  /** Whether the start page was requested explicitly, instead of resuming. */
  isStartAsked: boolean;
  progressSync: ProgressSync;
  pageStates: PageStates;
  around: Neighbours;
}

export function useTurning({ bookId, startPage, progressSync, around, ...props }: Props): Turning {
  const { pages, settings } = props;
  const isStrip = settings.mode === 'strip';
  const count = pages.length;
  const { shown, ask } = useShown(pages, settings.isSkipping, props.isStartAsked ? startPage : undefined);
  const [wanted, setPage] = useState(() => toShownPage(shown, Math.min(Math.max(1, startPage), count)));
  const page = toShownPage(shown, wanted);
  const [openedAt] = useState(page);
  const firstPage = shown[0]?.pageNumber ?? 1;
  const lastPage = shown.at(-1)?.pageNumber ?? count;
  const [goal, setGoal] = useState<StripPosition>(() => ({ page, share: findScrollOffset(bookId, page) }));
  const [edge, setEdge] = useState<Turning['edge']>();
  const [isSecondHalf, setSecondHalf] = useState(false);
  const { spreads, isDouble } = useSpreads({ ...props, pages: shown });
  const first = findSpread(spreads, page);
  const at = isSecondHalf && findHalf(spreads, first) ? first + 1 : first;
  const spread = spreads[at] ?? [];

  const show = useCallback((number: number) => {
    setEdge(undefined);
    setSecondHalf(false);
    setPage(number);
    setGoal({ page: number, share: 0 });
  }, []);
  const goTo = useCallback(
    (number: number) => {
      const clamped = Math.min(Math.max(1, number), count);
      ask(clamped);
      show(clamped);
    },
    [count, ask, show],
  );
  const [hasSeenEnd, setSeenEnd] = useState(false);
  const seeEnd = useCallback(() => setSeenEnd(true), []);
  const isPart = isStrip ? !hasSeenEnd : findHalf(spreads, at) === 'first';
  const displayed = useDisplayed(props.pageStates, spread);
  useReports(progressSync, displayed, { openedAt, count, lastPage, isPart });
  useEffect(
    () => progressSync.onGo(({ currentPage }) => currentPage && show(toShownPage(shown, currentPage))),
    [progressSync, show, shown],
  );

  const leave = (side: 'before' | 'after') => {
    const other = side === 'after' ? around.next : around.previous;
    if (side === 'after' && other && !isStrip && settings.ending === 'next') around.open(other);
    else if (isStrip)
      setGoal(side === 'after' ? { page: lastPage, share: 1 } : { page: firstPage, share: 0 });
    else if (edge !== side) setEdge(side);
    else if (other) around.open(other);
  };
  const step = (what: Step) => {
    if (what === 'first') return show(firstPage);
    if (what === 'last') return show(lastPage);
    const back = what === 'next' ? 'before' : 'after';
    if (edge === back) return setEdge(undefined);
    const index = at + (what === 'next' ? 1 : -1);
    const [other] = spreads[index] ?? [];
    if (other === undefined || edge) return leave(what === 'next' ? 'after' : 'before');
    show(other);
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
  return { page, spreads, shown, at, spread, isDouble, edge, goal, step, goTo, see, seeEnd, leaveEdge };
}

interface Ending {
  /** The page at which the book was opened. */
  openedAt: number;
  count: number;
  /** The last page that is not skipped. */
  lastPage: number;
  /** Only the first half of a split page, or not yet the lower edge of the strip, is displayed. */
  isPart: boolean;
}

/**
 * Reports the last displayed page of the spread. The book is finished once its last page was displayed to its end: only
 * skipped pages follow it.
 */
function useReports(
  progressSync: ProgressSync,
  displayed: readonly number[],
  { openedAt, count, lastPage, isPart }: Ending,
): void {
  const hasFinished = useRef(false);
  useEffect(() => {
    const page = displayed.at(-1);
    if (page === undefined) return;
    const isFinished = page === lastPage && (!isPart || hasFinished.current);
    hasFinished.current ||= isFinished;
    const isUnfinished = page === count && !isFinished;
    progressSync.report(
      { currentPage: isFinished ? count : page, ...(isUnfinished && { completed: false }) },
      { pages: displayed, hasTurned: !displayed.includes(openedAt) },
    );
  }, [progressSync, displayed, openedAt, count, lastPage, isPart]);
}

/** The pages without credit pages. `ask` shows one of them while the book is open. */
function useShown(pages: readonly Page[], isSkipping: boolean, first: number | undefined) {
  const [asked, setAsked] = useState<ReadonlySet<number>>(() => new Set(first === undefined ? [] : [first]));
  const shown = useMemo(() => toShownPages(pages, { isSkipping, asked }), [pages, isSkipping, asked]);
  const ask = useCallback(
    (page: number) => setAsked((before) => (before.has(page) ? before : new Set([...before, page]))),
    [],
  );
  return { shown, ask };
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

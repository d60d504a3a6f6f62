// All pages in one column, for webtoons. Each box has its height before the image loads, so that nothing jumps. Only pages
// near the screen are loaded.
import type { Page } from '@lectern/contract/serving/pages';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PageStates } from '../../shared/progress/page-states.ts';
import { defaultPageSize, type Size } from '../geometry/sizes.ts';
import type { Settings } from '../state/settings.ts';
import { PageImage } from './page-image.tsx';
import classes from './stage.module.css';
import type { ToSource } from './use-sources.ts';

/** A position in the strip: a page, and its share (0 to 1) above the middle of the screen. */
export interface StripPosition {
  page: number;
  share: number;
}

interface Props {
  stage: RefObject<HTMLDivElement | null>;
  box: Size;
  /** The shown pages out of `count`. */
  pages: readonly Page[];
  count: number;
  settings: Settings;
  zoom: number;
  toSource: ToSource;
  onState: PageStates['note'];
  /** The scroll target. A new object scrolls again. */
  goal: StripPosition;
  onPosition(position: StripPosition): void;
  /** Called when the lower edge of the last page is on the screen. */
  onEnd(): void;
  /** Space above the first page, so that the bar does not cover it. */
  topHeight: number;
  /** Current height of the top bar. */
  covered: number;
  /** Content below the last page. */
  children: ReactNode;
}

const whole = { width: '100%', height: '100%' };

/** Loads pages within 1.5 screens before and 2 screens after. */
const near = '150% 0px 200% 0px';

export function Strip(props: Props) {
  const { stage, box, pages, count, settings, zoom, toSource, goal, topHeight, children } = props;
  const latest = useRef(props);
  latest.current = props;
  const strip = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<ReadonlyMap<number, Size>>(new Map());
  const width = Math.max(1, Math.round(box.width * (settings.stripWidth / 100) * zoom));
  const around = useNear(stage, strip, pages);
  const setSize = useCallback(
    (number: number, size: Size) =>
      setSeen((before) => (before.has(number) ? before : new Map(before).set(number, size))),
    [],
  );
  const position = useRef(goal);
  // The offset that this component scrolled to. The resulting scroll event is ignored.
  const ownTop = useRef(-1);
  const go = useCallback(() => {
    scrollTo(stage.current, strip.current, position.current, latest.current.covered);
    ownTop.current = stage.current?.scrollTop ?? -1;
  }, [stage]);
  const sizes = seen.size;
  // Keeps the position on screen when heights change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever heights change
  useLayoutEffect(go, [box, width, settings.gap, sizes, topHeight, pages]);
  useLayoutEffect(() => {
    position.current = goal;
    go();
  }, [go, goal]);
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    const listen = () => {
      if (Math.abs(current.scrollTop - ownTop.current) < 2) return;
      ownTop.current = -1;
      const found = findSpot(current, strip.current);
      if (!found) return;
      position.current = found;
      latest.current.onPosition(found);
    };
    current.addEventListener('scroll', listen, { passive: true });
    return () => current.removeEventListener('scroll', listen);
  }, [stage]);
  const end = useRef<HTMLDivElement>(null);
  const { onEnd } = props;
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onEnd(), {
      root: stage.current,
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [stage, onEnd]);
  return (
    <div className={classes.strip} data-content style={{ width, paddingBlockStart: topHeight }}>
      <div ref={strip} style={{ display: 'grid', rowGap: settings.gap }}>
        {pages.map((page) => {
          const size = page.width && page.height ? { width: page.width, height: page.height } : undefined;
          const { width: w, height: h } = size ?? seen.get(page.pageNumber) ?? defaultPageSize;
          return (
            <div key={page.pageNumber} data-slot={page.pageNumber} style={{ aspectRatio: `${w} / ${h}` }}>
              {around.has(page.pageNumber) && (
                <PageImage
                  number={page.pageNumber}
                  count={count}
                  src={toSource(page.pageNumber, width)}
                  style={whole}
                  onState={props.onState}
                  onSize={setSize}
                />
              )}
            </div>
          );
        })}
      </div>
      <div ref={end} />
      {children}
    </div>
  );
}

/** Numbers of the pages near the screen. */
function useNear(
  stage: RefObject<HTMLElement | null>,
  strip: RefObject<HTMLElement | null>,
  pages: readonly Page[],
): ReadonlySet<number> {
  const [around, setAround] = useState<ReadonlySet<number>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other pages are shown
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) =>
        setAround((before) => {
          const after = new Set(before);
          for (const { isIntersecting, target } of entries) {
            const number = Number(target.getAttribute('data-slot'));
            if (isIntersecting) after.add(number);
            else after.delete(number);
          }
          return after.size === before.size && [...after].every((one) => before.has(one)) ? before : after;
        }),
      { root: stage.current, rootMargin: near },
    );
    for (const child of strip.current?.children ?? []) watcher.observe(child);
    return () => watcher.disconnect();
  }, [stage, strip, pages]);
  return around;
}

function findSpot(stage: HTMLElement, strip: HTMLElement | null): StripPosition | undefined {
  const { top, height } = stage.getBoundingClientRect();
  const middle = top + height / 2;
  // At the end, the last page counts as current even if it is short.
  const isAtEnd = stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 2;
  let found: StripPosition | undefined;
  for (const child of strip?.children ?? []) {
    const box = child.getBoundingClientRect();
    if (box.top > middle && !isAtEnd && found) break;
    const page = Number(child.getAttribute('data-slot'));
    found = { page, share: Math.min(1, Math.max(0, (middle - box.top) / Math.max(1, box.height))) };
  }
  return found;
}

function scrollTo(
  stage: HTMLElement | null,
  strip: HTMLElement | null,
  { page, share }: StripPosition,
  covered: number,
): void {
  const child = strip?.querySelector(`[data-slot="${page}"]`);
  if (!stage || !child) return;
  const box = child.getBoundingClientRect();
  const { top, height } = stage.getBoundingClientRect();
  // A page with share 0 is aligned at its top, below the bar.
  const offset = share === 0 ? -covered : share * box.height - height / 2;
  stage.scrollTop += box.top - top + offset;
}

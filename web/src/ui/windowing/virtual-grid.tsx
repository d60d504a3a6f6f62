// A virtualized grid of cards: only cards near the screen are rendered. It has its full height, so that the scroll bar is
// accurate. The arrow keys move between cards.
import { useMergedRef } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { useBox } from './use-box.ts';
import { type ListScroller, moveByKey, toStep, useListScroller } from './virtual-focus.ts';

interface Props {
  total: number;
  /** Minimum width of a card in pixels. */
  minWidth: number;
  /** Height of a card below its cover, in pixels. */
  captionHeight: number;
  label: string;
  render(index: number): ReactNode;
  /** The items near the screen, and the first one below the header. */
  onRange(first: number, last: number, top: number): void;
  /** A key moved the focus to another card. */
  onMove?: (index: number, isExtending: boolean) => void;
  handle?: Ref<ListScroller>;
}

/** Number of rows rendered beyond the screen. None at first, for a faster first paint. */
const overscan = 3;
const settledMs = 500;

const gap = 12;
/** Height of the sticky header, in pixels. */
const topPx = 128;

export function VirtualGrid({
  total,
  minWidth,
  captionHeight,
  label,
  render,
  onRange,
  onMove,
  handle,
}: Props) {
  const { ref: box, width, offset } = useBox();
  const isSettled = useIsSettled();
  const columns = Math.max(2, Math.floor((width + gap) / (minWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const rowHeight = cardWidth * 1.5 + captionHeight + gap;
  const rows = useWindowVirtualizer({
    count: width > 0 ? Math.ceil(total / columns) : 0,
    estimateSize: () => rowHeight,
    overscan: isSettled ? overscan : 0,
    // Late rendering is better than dropped frames.
    useFlushSync: false,
    scrollMargin: offset,
    // Below the sticky header.
    scrollPaddingStart: topPx,
    scrollPaddingEnd: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: cached sizes belong to another width
  useLayoutEffect(() => rows.measure(), [rowHeight, columns]);
  const list = useListScroller((index, align) => rows.scrollToIndex(Math.floor(index / columns), { align }));
  useImperativeHandle(handle, () => list.scroller);
  const shown = rows.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * columns;
  const last = ((shown.at(-1)?.index ?? 0) + 1) * columns - 1;
  const top = (rows.getVirtualItemForOffset((rows.scrollOffset ?? 0) + topPx + gap)?.index ?? 0) * columns;
  useLayoutEffect(() => onRange(first, Math.min(last, total - 1), top), [first, last, total, top, onRange]);
  const ref = useMergedRef(box, list.ref);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are between the list and its items
    <div
      ref={ref}
      role="list"
      aria-label={label}
      onKeyDown={(event) =>
        moveByKey(event, { total, step: (key) => toStep(key, columns), scroller: list.scroller, onMove })
      }
      style={{ position: 'relative', height: rows.getTotalSize() }}
    >
      {shown.map(({ index, start, key }) => (
        <div
          key={key}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            transform: `translateY(${start - offset}px)`,
            display: 'grid',
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gap,
          }}
        >
          {Array.from(
            { length: Math.min(columns, total - index * columns) },
            (_, i) => index * columns + i,
          ).map((item) => (
            // biome-ignore lint/a11y/useSemanticElements: rows are between the list and its items
            <div key={item} role="listitem" aria-setsize={total} aria-posinset={item + 1} data-index={item}>
              {render(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Whether the first screen had time to load, or the user has scrolled. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    const timer = window.setTimeout(settle, settledMs);
    window.addEventListener('scroll', settle, { once: true, passive: true });
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('scroll', settle);
    };
  }, []);
  return isSettled;
}

// Loads the windows of a list that are near the screen. While the scroll bar is dragged past thousands of items, loads only
// the window where it stops.
import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Items per window. */
export const windowSize = 100;

const restMs = 120;

interface Range {
  from: number;
  to: number;
}

export interface Windows<T> {
  find(index: number): T | undefined;
  onRange(first: number, last: number): void;
}

/** The query of the window with this page number, counted from 1. */
export type ToWindow<T> = (page: number) => {
  queryKey: QueryKey;
  ask(signal: AbortSignal): Promise<{ data: T[] }>;
};

export function useWindows<T>(toWindow: ToWindow<T>): Windows<T> {
  const [range, setRange] = useState<Range>({ from: 1, to: 1 });
  const timer = useRef<number>(undefined);
  const now = useRef(range);
  const onRange = useCallback((first: number, last: number) => {
    const next = {
      from: Math.floor(Math.max(0, first) / windowSize) + 1,
      to: Math.floor(Math.max(0, last) / windowSize) + 1,
    };
    const { from, to } = now.current;
    window.clearTimeout(timer.current);
    if (from === next.from && to === next.to) return;
    const move = () => {
      now.current = next;
      setRange(next);
    };
    const isNear = next.from <= to + 1 && next.to >= from - 1;
    if (isNear) move();
    else timer.current = window.setTimeout(move, restMs);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const pages = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
  const windows = useQueries({
    queries: pages.map((page) => {
      const { queryKey, ask } = toWindow(page);
      return { queryKey, queryFn: ({ signal }: { signal: AbortSignal }) => ask(signal) };
    }),
  });
  return {
    find: (index) => {
      const page = Math.floor(index / windowSize) + 1;
      return windows[page - range.from]?.data?.data[index % windowSize];
    },
    onRange,
  };
}

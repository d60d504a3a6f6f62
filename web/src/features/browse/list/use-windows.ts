// The windows of a list that are near the screen. While somebody drags the scroll bar past thousands, only the place
// where it rests is asked for.
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Item, listWindow, type Wish, windowSize } from './queries.ts';

const restMs = 120;

interface Range {
  from: number;
  to: number;
}

export interface Windows {
  find(index: number): Item | undefined;
  onRange(first: number, last: number): void;
}

export function useWindows(wish: Wish): Windows {
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
  const windows = useQueries({ queries: pages.map((page) => listWindow(wish, page)) });
  return {
    find: (index) => {
      const page = Math.floor(index / windowSize) + 1;
      return windows[page - range.from]?.data?.data[index % windowSize];
    },
    onRange,
  };
}

// A grid of which only what is near the screen is there, and only that is asked for, window by window.
import { Skeleton } from '@mantine/core';
import { type QueryKey, useQueries } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { VirtualGrid } from './virtual-grid.tsx';

/** Items of a window. */
export const windowSize = 100;

interface Props<T> {
  total: number;
  label: string;
  /** Where a page of it is kept, beginning with the noun. */
  queryKey: QueryKey;
  ask(page: number, signal: AbortSignal): Promise<{ data: T[] }>;
  render(item: T, index: number): ReactNode;
}

export function WindowedGrid<T>({ total, label, queryKey, ask, render }: Props<T>) {
  const [range, setRange] = useState({ from: 1, to: 1 });
  const onRange = useCallback((first: number, last: number) => {
    const from = Math.floor(first / windowSize) + 1;
    const to = Math.floor(Math.max(0, last) / windowSize) + 1;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);
  const pages = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
  const windows = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...queryKey, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(page, signal),
    })),
  });
  const show = (index: number) => {
    const page = Math.floor(index / windowSize) + 1;
    const item = windows[page - range.from]?.data?.data[index % windowSize];
    if (item === undefined) return <Skeleton style={{ aspectRatio: '2 / 3', height: 'auto' }} />;
    return render(item, index);
  };
  return (
    <VirtualGrid
      total={total}
      minWidth={120}
      captionHeight={52}
      label={label}
      render={show}
      onRange={onRange}
    />
  );
}

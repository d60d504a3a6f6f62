// A virtualized grid that loads its items window by window.
import { Skeleton } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWindows } from './use-windows.ts';
import { VirtualGrid } from './virtual-grid.tsx';

interface Props<T> {
  total: number;
  label: string;
  /** Prefix of the query key; the page number is added. */
  queryKey: QueryKey;
  ask(page: number, signal: AbortSignal): Promise<{ data: T[] }>;
  render(item: T, index: number): ReactNode;
}

export function WindowedGrid<T>({ total, label, queryKey, ask, render }: Props<T>) {
  const { find, onRange } = useWindows<T>((page) => ({
    queryKey: [...queryKey, page],
    ask: (signal) => ask(page, signal),
  }));
  const show = (index: number) => {
    const item = find(index);
    if (item === undefined) return <Skeleton style={{ aspectRatio: '2 / 3', height: 'auto' }} />;
    return render(item, index);
  };
  return (
    <VirtualGrid
      total={total}
      minWidth={120}
      captionHeight={68}
      label={label}
      render={show}
      onRange={onRange}
    />
  );
}

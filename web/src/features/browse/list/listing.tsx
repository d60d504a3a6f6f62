// The items of a list, as covers or rows, with the letter index and the selection.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useWindows } from '../../../ui/windowing/use-windows.ts';
import type { ListScroller } from '../../../ui/windowing/virtual-focus.ts';
import { SelectionBar } from '../selection/bar.tsx';
import { useSelecting } from '../selection/use-selecting.ts';
import { useSelection } from '../selection/use-selection.ts';
import { CoverGrid } from './cover-grid.tsx';
import { Letters } from './letters.tsx';
import classes from './list.module.css';
import { letterGroups, toListWindow } from './queries.ts';
import { RowTable } from './row-table.tsx';
import { defaultSort, readSort } from './sorts.ts';
import type { Browsing } from './use-browse.ts';

interface Props {
  browsing: Browsing;
  total: number;
  label: string;
}

export function Listing({ browsing, total, label }: Props) {
  const { target, wish, view } = browsing;
  const scroller = useRef<ListScroller>(null);
  const [first, setFirst] = useState(0);
  const { find, onRange: onWindows } = useWindows(toListWindow(wish));
  const selection = useSelection(wish, total);
  const selecting = useSelecting(selection);
  const onRange = useCallback(
    (from: number, to: number, top: number) => {
      onWindows(from, to);
      setFirst(top);
    },
    [onWindows],
  );
  const order = readSort(target, wish.sort ?? (wish.q ? undefined : defaultSort[target]));
  const isByTitle = target === 'series' && order?.field === 'title';
  const groups = useQuery({ ...letterGroups(wish), enabled: isByTitle && total > 20 });
  const common = {
    total,
    label,
    find,
    selection,
    browsing,
    onRange,
    handle: scroller,
    onMove: (index: number, isExtending: boolean) => {
      if (isExtending) void selection.extendTo(index);
    },
  };
  return (
    <>
      <SelectionBar target={target} selection={selection} total={total} />
      <div className={classes.listing}>
        <div className={classes.list} {...selecting}>
          {view === 'grid' ? <CoverGrid {...common} /> : <RowTable {...common} />}
        </div>
        {isByTitle && groups.data && groups.data.length > 1 && (
          <Letters
            groups={order?.direction === 'desc' ? groups.data.toReversed() : groups.data}
            first={first}
            onJump={(index) => scroller.current?.scrollTo(index)}
          />
        )}
      </div>
    </>
  );
}

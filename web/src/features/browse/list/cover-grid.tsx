// A list as a grid of covers.
import { Skeleton } from '@mantine/core';
import { memo, type Ref } from 'react';
import type { ListScroller } from '../../../ui/windowing/virtual-focus.ts';
import { VirtualGrid } from '../../../ui/windowing/virtual-grid.tsx';
import { BookCard, ExtraActionsContext, type Item, isBook, SeriesCard } from '../../books/index.tsx';
import { Selectable } from '../selection/selectable.tsx';
import { useSelectAction } from '../selection/use-select-action.tsx';
import type { Selection } from '../selection/use-selection.ts';
import classes from './list.module.css';
import { coverWidths } from './preferences.ts';
import type { Browsing } from './use-browse.ts';

export interface ListProps {
  browsing: Browsing;
  total: number;
  label: string;
  selection: Selection;
  handle: Ref<ListScroller>;
  find(index: number): Item | undefined;
  onRange(first: number, last: number, top: number): void;
  onMove(index: number, isExtending: boolean): void;
}

/** Height of the three lines below a cover, in pixels. */
const captionHeight = 68;

interface CardProps {
  item: Item;
  isSelected: boolean;
  isSelecting: boolean;
}

/** Memoized: loading other rows does not render it again. */
const Card = memo(({ item, isSelected, isSelecting }: CardProps) => (
  <Selectable title={item.title} isSelected={isSelected} isSelecting={isSelecting}>
    {isBook(item) ? <BookCard book={item} /> : <SeriesCard series={item} />}
  </Selectable>
));

export function CoverGrid({ browsing, selection, find, ...list }: ListProps) {
  const toExtras = useSelectAction(selection);
  const render = (index: number) => {
    const item = find(index);
    if (!item) return <Skeleton className={classes.placeholder} />;
    return <Card item={item} isSelected={selection.has(item.id)} isSelecting={selection.isActive} />;
  };
  return (
    <ExtraActionsContext value={toExtras}>
      <VirtualGrid
        {...list}
        minWidth={coverWidths[browsing.preferences.size] ?? 116}
        captionHeight={captionHeight}
        render={render}
      />
    </ExtraActionsContext>
  );
}

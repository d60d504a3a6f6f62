// A list as a table with the chosen columns. Column headers sort.
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { type Column, VirtualTable } from '../../../ui/windowing/virtual-table.tsx';
import { type Item, isBook } from '../../books/index.tsx';
import { SelectionCheckbox } from '../selection/selectable.tsx';
import { useCells } from './cells.ts';
import type { ColumnName } from './column-names.ts';
import type { ListProps } from './cover-grid.tsx';
import { defaultSort, readSort, type SortField, toSort } from './sorts.ts';

const sortOf: Partial<Record<ColumnName | 'title', SortField>> = {
  title: 'title',
  bookCount: 'bookCount',
  unreadCount: 'unreadCount',
  year: 'year',
  dateAdded: 'dateAdded',
  dateUpdated: 'dateUpdated',
  series: 'series',
  number: 'number',
  pageCount: 'pageCount',
  fileSize: 'fileSize',
  fileName: 'fileName',
  lastRead: 'lastRead',
};
const numbers: readonly string[] = [
  ...['bookCount', 'unreadCount', 'year', 'ageRating', 'number', 'progress', 'pageCount', 'fileSize'],
];

export function RowTable({ browsing, selection, find, ...list }: ListProps) {
  const t = useTranslate();
  const format = useFormat();
  const cells = useCells();
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const { target, wish, preferences, setSort } = browsing;
  const order = readSort(target, wish.sort ?? (wish.q ? undefined : defaultSort[target]));
  const toColumn = (name: ColumnName | 'title', width?: string): Column => {
    const field = sortOf[name];
    const isSorted = field !== undefined && order?.field === field;
    return {
      name,
      label: t(`browse.column_${name}`),
      width,
      isNumber: numbers.includes(name),
      sorted: !isSorted ? 'none' : order.direction === 'asc' ? 'ascending' : 'descending',
      ...(field && {
        onSort: () =>
          setSort(
            isSorted
              ? toSort(target, field, order.direction === 'asc' ? 'desc' : 'asc')
              : toSort(target, field),
          ),
      }),
    };
  };
  const columns: Column[] = [
    { name: 'select', label: <VisuallyHidden>{t('browse.selection')}</VisuallyHidden>, width: '44px' },
    toColumn('title', isNarrow ? '170px' : '32%'),
    // Series names are long, numbers are short.
    ...preferences.columns.map((name) => toColumn(name, name === 'series' && !isNarrow ? '20%' : undefined)),
  ];
  const render = (index: number) => {
    const item = find(index);
    if (!item) return ['', <Skeleton key="title" height={14} width="60%" />];
    return [
      <SelectionCheckbox key="select" isInRow title={item.title} isSelected={selection.has(item.id)} />,
      <TitleLink key="title" item={item} />,
      ...preferences.columns.map((name) => cells(item, name)),
    ];
  };
  return (
    <VirtualTable
      {...list}
      label={`${list.label}, ${format.number(list.total)}`}
      columns={columns}
      minWidth={214 + 110 * preferences.columns.length}
      render={render}
      isSelected={(index) => {
        const item = find(index);
        return item !== undefined && selection.has(item.id);
      }}
    />
  );
}

/** Memoized: loading other rows does not render it again. */
const TitleLink = memo(({ item }: { item: Item }) => {
  const { id, title } = item;
  return isBook(item) ? (
    <AnchorLink to="/books/$id" params={{ id }} title={title} c="inherit" fz="sm" fw={600}>
      {title}
    </AnchorLink>
  ) : (
    <AnchorLink to="/series/$id" params={{ id }} title={title} c="inherit" fz="sm" fw={600}>
      {title}
    </AnchorLink>
  );
});

// A virtualized table: only rows near the screen are rendered, and it has its full height. Column headers sort. The arrow
// keys move between rows.
import { useMergedRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import { useBox } from './use-box.ts';
import { type ListScroller, moveByKey, toStep, useListScroller } from './virtual-focus.ts';
import classes from './virtual-table.module.css';

export interface Column {
  name: string;
  label: ReactNode;
  /** CSS width. Columns without one share the rest. */
  width?: string;
  /** Numbers are right-aligned. */
  isNumber?: boolean;
  sorted?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

interface Props {
  total: number;
  columns: Column[];
  label: string;
  /** Below this width in pixels, the table scrolls horizontally. */
  minWidth: number;
  /** The cells of a row, one per column. Undefined while it is loading. */
  render(index: number): ReactNode[] | undefined;
  isSelected(index: number): boolean;
  onRange(first: number, last: number, top: number): void;
  onMove?: (index: number, isExtending: boolean) => void;
  handle?: Ref<ListScroller>;
}

const rowHeight = 49;
/** Height of the sticky header, in pixels. */
const topPx = 172;

export function VirtualTable(props: Props) {
  const { total, columns, label, minWidth, render, isSelected, onRange, onMove, handle } = props;
  const { ref: box, width, offset } = useBox();
  const rows = useWindowVirtualizer({
    count: width > 0 ? total : 0,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Late rendering is better than dropped frames.
    useFlushSync: false,
    // The column headers are 45 pixels high.
    scrollMargin: offset + 45,
    scrollPaddingStart: topPx,
    scrollPaddingEnd: 16,
  });
  const list = useListScroller((index, align) => rows.scrollToIndex(index, { align }));
  useImperativeHandle(handle, () => list.scroller);
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  const top = rows.getVirtualItemForOffset((rows.scrollOffset ?? 0) + topPx + 1)?.index ?? 0;
  useLayoutEffect(() => onRange(first, last, top), [first, last, top, onRange]);
  const ref = useMergedRef(box, list.ref);
  const toMove = (key: string) => (key === 'ArrowLeft' || key === 'ArrowRight' ? 0 : toStep(key, 1));
  return (
    <div ref={ref} className={classes.scroll}>
      <table
        className={classes.table}
        style={{ minWidth }}
        aria-label={label}
        aria-rowcount={total + 1}
        onKeyDown={(event) => moveByKey(event, { total, step: toMove, scroller: list.scroller, onMove })}
      >
        <HeaderRow columns={columns} />
        <tbody>
          <Space height={first * rowHeight} span={columns.length} />
          {shown.map(({ index }) => {
            const cells = render(index);
            return (
              <tr key={index} aria-rowindex={index + 2} data-index={index} data-selected={isSelected(index)}>
                {columns.map(({ name, isNumber }, at) => (
                  <td key={name} className={isNumber ? classes.end : undefined}>
                    {cells?.[at] ?? ' '}
                  </td>
                ))}
              </tr>
            );
          })}
          <Space height={Math.max(0, total - 1 - last) * rowHeight} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function HeaderRow({ columns }: { columns: Column[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ name, label, width, isNumber, sorted, onSort }) => (
          <th
            key={name}
            scope="col"
            style={{ width }}
            className={isNumber ? classes.end : undefined}
            aria-sort={onSort ? sorted : undefined}
          >
            {onSort ? (
              <button type="button" className={classes.head} onClick={onSort}>
                {label}
                {sorted === 'ascending' && <IconArrowUp size={14} aria-hidden="true" />}
                {sorted === 'descending' && <IconArrowDown size={14} aria-hidden="true" />}
              </button>
            ) : (
              <div className={classes.head}>{label}</div>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A placeholder for rows that are not rendered. */
function Space({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row cannot receive the focus
    <tr aria-hidden="true">
      <td colSpan={span} className={classes.space} style={{ height }} />
    </tr>
  );
}

// A list that can be sorted by dragging, by keyboard, or by buttons for users who cannot drag (WCAG 2.5.7). Moves are
// announced to screen readers.
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './sortable-list.module.css';

export interface SortableItem {
  id: string;
  title: string;
}

export interface SortableAnnouncements {
  help: string;
  drag(title: string): string;
  up(title: string): string;
  down(title: string): string;
  lifted(title: string, position: number): string;
  over(title: string, position: number): string;
  dropped(title: string, position: number): string;
  cancelled(title: string): string;
}

interface Props<T extends SortableItem> {
  items: readonly T[];
  label: string;
  words: SortableAnnouncements;
  /** Called with the new order and the moved item. Without it, the order is fixed. */
  onOrder?: ((ids: string[], movedId: string) => void) | undefined;
  render(item: T): ReactNode;
  /** At the end of a row. */
  actions(item: T): ReactNode;
}

export function SortableList<T extends SortableItem>(props: Props<T>) {
  const { items, label, words, onOrder, render, actions } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const isFresh = useRef(false);
  const ids = items.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const moved = ids[from];
    if (moved !== undefined && from !== to && to >= 0 && to < ids.length)
      onOrder?.(arrayMove(ids, from, to), moved);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: toAnnouncements(items, words, isFresh),
        screenReaderInstructions: { draggable: words.help },
      }}
      onDragEnd={({ active, over }) =>
        over && move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
      }
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={classes.list} aria-label={label}>
          {items.map((item, index) => (
            <Line
              key={item.id}
              item={item}
              words={words}
              isFixed={!onOrder}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < ids.length - 1 ? () => move(index, index + 1) : undefined}
              actions={actions(item)}
            >
              {render(item)}
            </Line>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** True right after a row is lifted, when it is over its own position. The lift was already announced. */
type Flag = { current: boolean };

function toAnnouncements(
  items: readonly SortableItem[],
  words: SortableAnnouncements,
  isFresh: Flag,
): Announcements {
  const position = (id: unknown) => items.findIndex((item) => item.id === id) + 1;
  const title = (id: unknown) => items.find((item) => item.id === id)?.title ?? '';
  return {
    onDragStart({ active }) {
      isFresh.current = true;
      return words.lifted(title(active.id), position(active.id));
    },
    onDragOver({ active, over }) {
      const isStill = isFresh.current && over?.id === active.id;
      isFresh.current = false;
      return over && !isStill ? words.over(title(active.id), position(over.id)) : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? words.dropped(title(active.id), position(over.id)) : words.cancelled(title(active.id)),
    onDragCancel: ({ active }) => words.cancelled(title(active.id)),
  };
}

interface LineProps {
  item: SortableItem;
  words: SortableAnnouncements;
  isFixed: boolean;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  actions: ReactNode;
  children: ReactNode;
}

function Line({ item: { id, title }, words, isFixed, onUp, onDown, actions, children }: LineProps) {
  const sortable = useSortable({ id, disabled: isFixed });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sortable;
  return (
    <li
      ref={setNodeRef}
      className={classes.line}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {!isFixed && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...attributes}
          {...listeners}
          aria-label={words.drag(title)}
        >
          <IconGripVertical size={20} aria-hidden="true" />
        </button>
      )}
      <div className={classes.what}>{children}</div>
      {!isFixed && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={!onUp}
            aria-label={words.up(title)}
            onClick={onUp}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={!onDown}
            aria-label={words.down(title)}
            onClick={onDown}
          >
            <IconArrowDown size={18} />
          </ActionIcon>
        </>
      )}
      {actions}
    </li>
  );
}

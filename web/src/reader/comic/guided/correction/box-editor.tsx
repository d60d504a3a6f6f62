// The page with its panels as boxes, which pointers and keys change.
import { maxPanels } from '@lectern/contract/serving/panel-limits';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslate } from '../../../../i18n/translate.ts';
import classes from './correction.module.css';
import { type Box, type Corner, corners, moveBox, resizeBox, swapBox, toBox, toOpposite } from './edit.ts';

interface Props {
  src: string;
  page: number;
  boxes: readonly Box[];
  /** The tapped panels while the order is changed. */
  picked: readonly number[] | undefined;
  selected: number | undefined;
  onChange(boxes: readonly Box[]): void;
  onSelect(index: number | undefined): void;
  onPick(index: number): void;
  /** Removes the selected panel. */
  onRemove(): void;
  /** Restores the automatic reading order. */
  onSort(): void;
  /** Called with the width of the page divided by its height. */
  onRatio(ratio: number): void;
}

interface Spot {
  x: number;
  y: number;
}

/** Changes a box to the position of the pointer. */
interface Drag {
  index: number;
  /** A new box appears only after a movement. */
  isNew: boolean;
  from: Spot;
  change(to: Spot): Box;
}

/** Movements below this distance in percent of the page are taps. */
const tapDistance = 1;

const arrows: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Keys that move a panel in the reading order. */
const steps: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 };

export function BoxEditor(props: Props) {
  const { src, page, boxes, picked, selected, onChange, onSelect, onPick, onRemove } = props;
  const { onSort, onRatio } = props;
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const toSpot = ({ clientX, clientY }: PointerEvent): Spot => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      x: (100 * (clientX - left)) / Math.max(1, width),
      y: (100 * (clientY - top)) / Math.max(1, height),
    };
  };
  const down = (event: PointerEvent) => {
    if (picked || event.button !== 0 || !(event.target instanceof HTMLElement)) return;
    const from = toSpot(event);
    const started = toDrag(event.target, boxes, from);
    if (started.isNew && boxes.length >= maxPanels) return;
    onSelect(started.isNew ? undefined : started.index);
    setDrag(started);
    frame.current?.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const to = toSpot(event);
    const isTap = Math.hypot(to.x - drag.from.x, to.y - drag.from.y) < tapDistance;
    if (isTap && boxes[drag.index] === undefined) return;
    onChange(Object.assign([...boxes], { [drag.index]: drag.change(to) }));
    onSelect(drag.index);
  };
  /** The focus stays on the panel. */
  const swap = (index: number, step: -1 | 1) => {
    const after = swapBox(boxes, index, step);
    if (!after) return;
    onChange(after);
    frame.current?.querySelector<HTMLElement>(`[data-index="${index + step}"]`)?.focus();
  };
  const press = (event: KeyboardEvent, index: number) => {
    const box = boxes[index];
    const by = arrows[event.key];
    const step = steps[event.key];
    if (picked || !box || event.ctrlKey || event.metaKey || event.altKey) return;
    if (by) onChange(boxes.with(index, event.shiftKey ? resizeBox(box, by) : moveBox(box, by)));
    else if (step) swap(index, step);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else if (event.key.toLowerCase() === 'r') onSort();
    else return;
    event.preventDefault();
  };
  const toName = (index: number) => (picked ? picked.indexOf(index) + 1 || '–' : index + 1);
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-ordering={picked && ''}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => setDrag(undefined)}
      onPointerCancel={() => setDrag(undefined)}
    >
      <img
        className={classes.picture}
        src={src}
        alt={t('reader.comic.pageNumber', { page })}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onRatio(naturalWidth / Math.max(1, naturalHeight))
        }
      />
      {boxes.map(([x, y, width, height], index) => (
        <button
          // Boxes have no other identity than their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          type="button"
          className={classes.box}
          data-index={index}
          data-picked={picked?.includes(index) || undefined}
          aria-label={t('reader.comic.panelNumber', { panel: index + 1 })}
          aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Delete R"
          aria-pressed={picked ? picked.includes(index) : selected === index}
          style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
          onFocus={() => picked || onSelect(index)}
          onClick={() => picked && onPick(index)}
          onKeyDown={(event) => press(event, index)}
        >
          <span className={classes.number}>{toName(index)}</span>
          {selected === index &&
            corners.map((corner) => <span key={corner} className={classes.corner} data-corner={corner} />)}
        </button>
      ))}
    </div>
  );
}

/** Dragging a corner resizes a box, dragging a box moves it, and dragging elsewhere draws a new one. */
function toDrag(target: HTMLElement, boxes: readonly Box[], from: Spot): Drag {
  const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? boxes.length);
  const box = boxes[index];
  if (!box) return { index, isNew: true, from, change: (to) => toBox(from, to) };
  const corner = corners.find((one): one is Corner => one === target.dataset.corner);
  const fixed = corner && toOpposite(box, corner);
  const change = (to: Spot) =>
    fixed ? toBox(fixed, to) : moveBox(box, { x: to.x - from.x, y: to.y - from.y });
  return { index, isNew: false, from, change };
}

// The reading ruler: a band over the current lines. It follows the mouse, can be dragged by its handle, and moves with the
// arrow keys while the handle has the focus.
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Appearance } from '../appearance/appearance.ts';
import classes from './reading-ruler.module.css';
import type { Ruler } from './ruler.ts';

interface Props {
  ruler: Ruler;
  appearance: Appearance;
  ink: string;
  paper: string;
}

/** In font sizes. Used if the publisher's line height is unknown. */
const usualLineHeight = 1.4;

/** Height of the band in pixels. */
const toHeight = ({ size, lineHeight, rulerLines }: Appearance): number =>
  Math.round(((16 * size) / 100) * (lineHeight || usualLineHeight) * rulerLines);

export function ReadingRuler({ ruler, appearance, ink, paper }: Props) {
  const t = useTranslate();
  const isDragged = useRef(false);
  const height = toHeight(appearance);
  const y = useSyncExternalStore(ruler.subscribe, ruler.get);
  const drag = (event: PointerEvent) => {
    if (isDragged.current) ruler.move(event.clientY);
  };
  const end = () => {
    isDragged.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowUp: -height, ArrowDown: height };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    ruler.move(y + step);
  };
  const style: CSSProperties & Record<string, string> = {
    top: `${y - height / 2}px`,
    height: `${height}px`,
    '--ink': ink,
    '--paper': paper,
  };
  return (
    <div className={classes.ruler} data-kind={appearance.ruler} data-ruler style={style}>
      <button
        type="button"
        role="slider"
        className={classes.handle}
        aria-label={t('reader.epub.ruler')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={innerHeight}
        aria-valuenow={y}
        onPointerDown={(event) => {
          isDragged.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

// Covers the rest of the page with its background color, except for the current panel.
import { useRef } from 'react';
import type { Size } from '../geometry/sizes.ts';
import type { Settings } from '../state/settings.ts';
import classes from './guided.module.css';
import { useFlight } from './use-flight.ts';
import type { View } from './views.ts';

interface Props {
  view: View | undefined;
  box: Size;
  color: string;
  rest: Settings['rest'];
}

export function Shade({ view, box, color, rest }: Props) {
  const shade = useRef<HTMLDivElement>(null);
  const value = toHole(view?.hole ?? { left: 0, top: 0, ...box });
  useFlight(shade, 'clipPath', { value, isStill: false });
  if (rest === 'show') return null;
  return (
    <div
      ref={shade}
      className={classes.shade}
      data-rest={rest}
      aria-hidden="true"
      style={{ background: color, clipPath: value }}
    />
  );
}

/** A polygon around the box and back along the edges of the hole. */
function toHole({ left, top, width, height }: View['hole']): string {
  const right = left + width;
  const bottom = top + height;
  const hole = [
    [left, top],
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  const points = hole.map((point) => point.map((value) => `${value.toFixed(1)}px`).join(' '));
  return `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${points.join(', ')})`;
}

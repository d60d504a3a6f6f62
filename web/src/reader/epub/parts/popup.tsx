// A popup above or below a rectangle, always on screen.
import { Paper } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Spot } from '../engine/engine.ts';
import classes from '../epub-reader.module.css';

interface Props {
  spot: Spot;
  label: string;
  /** Focuses the popup; false where it must not take the focus from the text. */
  takesFocus?: boolean;
  children: ReactNode;
}

const gap = 10;
const edge = 8;

export function Popup({ spot, label, takesFocus = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: edge, top: edge });
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = box.current ?? {};
    const fitsBelow = spot.bottom + gap + height < innerHeight - edge;
    const top = fitsBelow ? spot.bottom + gap : Math.max(edge, spot.top - gap - height);
    const middle = (spot.left + spot.right) / 2 - width / 2;
    setPlace({ top, left: Math.max(edge, Math.min(innerWidth - width - edge, middle)) });
  }, [spot]);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <Paper
      ref={box}
      className={classes.popup}
      style={place}
      withBorder
      shadow="lg"
      p="sm"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
    >
      {children}
    </Paper>
  );
}

// A popup above or below a rectangle, always within the screen.
import { Paper } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Bounds } from '../annotations/selection.ts';
import classes from './popups.module.css';

interface Props {
  bounds: Bounds;
  label: string;
  /** Whether the popup takes the focus. False keeps the focus on the text. */
  takesFocus?: boolean;
  children: ReactNode;
}

const gap = 10;
const edge = 8;

export function Popup({ bounds, label, takesFocus = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: edge, top: edge });
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = box.current ?? {};
    const fitsBelow = bounds.bottom + gap + height < innerHeight - edge;
    const top = fitsBelow ? bounds.bottom + gap : Math.max(edge, bounds.top - gap - height);
    const middle = (bounds.left + bounds.right) / 2 - width / 2;
    setPlace({ top, left: Math.max(edge, Math.min(innerWidth - width - edge, middle)) });
  }, [bounds]);
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

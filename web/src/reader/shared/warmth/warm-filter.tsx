// Warm light for reading at night: a color multiplied with all content below it (images, text, frames, canvases). It is
// inside the reader's element, below bars and panels.
import type { CSSProperties } from 'react';
import classes from './warm-filter.module.css';
import { toLightColour, useWarmth } from './warmth.ts';

export function WarmFilter() {
  const warmth = useWarmth();
  if (warmth === 0) return null;
  const style: CSSProperties & Record<string, string> = { '--light': toLightColour(warmth) };
  return <div className={classes.light} data-warmth={warmth} aria-hidden="true" style={style} />;
}

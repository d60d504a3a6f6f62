// Warm light over the pages, for reading at night: a colour that is multiplied with what is below it, whatever that is
// (pictures, text, frames, canvases). It stands in the reader's own element, below bars and panels.
import type { CSSProperties } from 'react';
import classes from './warm-filter.module.css';
import { toLightColour, useWarmth } from './warmth.ts';

export function WarmFilter() {
  const warmth = useWarmth();
  if (warmth === 0) return null;
  const style: CSSProperties & Record<string, string> = { '--light': toLightColour(warmth) };
  return <div className={classes.light} data-warmth={warmth} aria-hidden="true" style={style} />;
}

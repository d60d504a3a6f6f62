// A bar at an edge of the screen, in the colors of the reader. Over the pages, it slides in and out.
import type { ReactNode } from 'react';
import classes from './chrome.module.css';

interface Props {
  edge: 'top' | 'bottom';
  className: string | undefined;
  /** Over the pages instead of next to them. */
  isOver?: boolean;
  /** Whether it slides away and is inert. */
  isLeaving?: boolean;
  children: ReactNode;
}

export function Bar({ edge, className, isOver = false, isLeaving = false, children }: Props) {
  const Element = edge === 'top' ? 'header' : 'footer';
  return (
    <Element
      className={[classes.chrome, isOver && classes.sliding, className].filter(Boolean).join(' ')}
      data-edge={edge}
      data-over={isOver || undefined}
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
    >
      {children}
    </Element>
  );
}

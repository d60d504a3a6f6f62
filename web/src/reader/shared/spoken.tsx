// A live region for screen readers.
import type { ReactNode } from 'react';
import classes from './spoken.module.css';

export const Spoken = ({ children }: { children: ReactNode }) => (
  <output className={classes.spoken} aria-live="polite">
    {children}
  </output>
);

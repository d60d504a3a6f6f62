// A live region for screen readers.
import type { ReactNode } from 'react';
import classes from './announcement.module.css';

export const Announcement = ({ children }: { children: ReactNode }) => (
  <output className={classes.spoken} aria-live="polite">
    {children}
  </output>
);

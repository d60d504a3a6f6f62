// An entry of the main navigation, drawn as Mantine's NavLink is, whose folding entries no page needs at the start.
import type { ReactNode } from 'react';
import classes from './side-link.module.css';

interface Entry {
  label: string;
  icon: ReactNode;
  /** At the end of the line. */
  note?: ReactNode;
  isCurrent: boolean;
}

/** What makes an entry of a link: its properties. */
export const toSideLink = ({ label, icon, note, isCurrent }: Entry) => ({
  className: classes.entry ?? '',
  'data-active': isCurrent || undefined,
  children: (
    <>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.body}>
        <span className={classes.label}>{label}</span>
      </span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </>
  ),
});

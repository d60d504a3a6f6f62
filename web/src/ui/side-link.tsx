// An entry of the main navigation in the style of Mantine's NavLink, without its collapsible entries, which no first page
// needs.
import type { ReactNode } from 'react';
import classes from './side-link.module.css';

interface Entry {
  label: string;
  icon: ReactNode;
  /** At the end of the row. */
  note?: ReactNode;
  isCurrent: boolean;
}

/** Link properties that style a link as an entry. */
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

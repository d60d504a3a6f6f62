// A cover for what has no picture: its title and its author. Hidden from screen readers:
// the same words stand below it.
import { IconBook2 } from '@tabler/icons-react';
import classes from './designed-cover.module.css';

interface Props {
  title: string;
  /** Author, series or publisher. */
  line?: string | null | undefined;
}

/** Longer ones are set smaller. */
const toSize = (title: string): string =>
  title.length > 60 ? 'small' : title.length > 24 ? 'medium' : 'large';

export function DesignedCover({ title, line }: Props) {
  return (
    <span className={classes.designed} aria-hidden="true">
      <span className={classes.title} data-size={toSize(title)} dir="auto">
        {title}
      </span>
      <span className={classes.foot}>
        {line && line !== title ? (
          <span className={classes.line} dir="auto">
            {line}
          </span>
        ) : (
          <IconBook2 className={classes.mark} stroke={1.5} />
        )}
      </span>
    </span>
  );
}

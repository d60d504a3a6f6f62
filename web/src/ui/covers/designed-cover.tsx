// A generated cover with title and author for items without an image. Hidden from screen readers, because the same text is
// below the cover.
import { IconBook2 } from '@tabler/icons-react';
import classes from './designed-cover.module.css';

interface Props {
  title: string;
  /** Author, series or publisher. */
  line?: string | null | undefined;
}

/** Longer titles use smaller text. */
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

// A selectable item. Its checkbox is visible on hover and focus, and on all items during a selection.
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './selection.module.css';

interface Props {
  title: string;
  isSelected: boolean;
  isSelecting: boolean;
  children: ReactNode;
}

export function Selectable({ title, isSelected, isSelecting, children }: Props) {
  return (
    <div className={classes.cell} data-selected={isSelected} data-selecting={isSelecting}>
      {children}
      <div className={classes.corner}>
        <SelectionCheckbox title={title} isSelected={isSelected} />
      </div>
    </div>
  );
}

interface MarkProps {
  title: string;
  isSelected: boolean;
  /** In a table row instead of on a cover. */
  isInRow?: boolean;
}

/** Not in the tab order: the space bar selects the focused item. */
export function SelectionCheckbox({ title, isSelected, isInRow }: MarkProps) {
  const t = useTranslate();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list handles the click
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t('browse.select', { title })}
      tabIndex={-1}
      data-mark
      className={isInRow ? `${classes.mark} ${classes.row}` : classes.mark}
    >
      {isSelected && <IconCheck size={16} aria-hidden="true" />}
    </button>
  );
}

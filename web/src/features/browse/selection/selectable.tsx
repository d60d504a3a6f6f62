// An item that can be chosen: its mark is there when the pointer or the focus is, and on all items once one is chosen.
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
        <SelectMark title={title} isSelected={isSelected} />
      </div>
    </div>
  );
}

interface MarkProps {
  title: string;
  isSelected: boolean;
  /** On the page, not on a picture. */
  isInRow?: boolean;
}

/** By keyboard the space bar on the item does the same: the mark is no further stop of the tab key. */
export function SelectMark({ title, isSelected, isInRow }: MarkProps) {
  const t = useTranslate();
  return (
    // biome-ignore lint/a11y/useSemanticElements: what it stands on decides what a click does
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

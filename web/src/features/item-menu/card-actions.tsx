// The buttons over a cover: read, mark, menu.
import { IconCheck, IconDots, IconPlayerPlayFilled } from '@tabler/icons-react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import classes from '../../ui/cards/card.module.css';
import { type CardActionsProps, isRead, useMark } from '../books/index.tsx';
import { canRead, useRead } from './use-read.ts';

export function CardActions({ item, onMenu }: CardActionsProps) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const mark = useMark(item);
  const read = useRead();
  const { title } = item;
  return (
    <div className={classes.actions}>
      {canRead(item) && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.play}
          aria-label={t('items.readOne', { title })}
          onClick={() => void read(item)}
        >
          <IconPlayerPlayFilled size={22} aria-hidden="true" />
        </button>
      )}
      {hasPermission('progress:write') && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.tick}
          aria-pressed={isRead(item)}
          aria-label={t('items.isRead', { title })}
          disabled={mark.isPending}
          onClick={() => mark.mutate(!isRead(item))}
        >
          <IconCheck size={18} stroke={2.5} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classes.dots}
        aria-haspopup="menu"
        aria-label={t('items.actionsOf', { title })}
        onClick={onMenu}
      >
        <IconDots size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

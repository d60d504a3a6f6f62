// The cover of a book or a series in a box of fixed shape, so that the layout does not shift when it loads.
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useRetryWhenBack } from '../api/reachability.ts';
import { useFormat } from '../i18n/format.ts';
import { useTranslate } from '../i18n/translate.ts';
import classes from './cover.module.css';
import { useHasRested } from './flinging.ts';
import { Picture } from './picture.tsx';

interface Props {
  /** Address of the picture; empty where there is none. */
  src: string;
  title: string;
  /** 0 to 1; nothing is shown for 0. */
  progress?: number | null;
  isRead?: boolean;
  /** Of a book that cannot be read as a whole. */
  hasError?: boolean;
  /** Unread books. */
  count?: number;
}

export function Cover({ src, title, progress, isRead, hasError, count }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const hasRested = useHasRested();
  // The address that failed: another one may exist.
  const [missing, setMissing] = useState('');
  useRetryWhenBack(
    missing === src && src !== '',
    useCallback(() => setMissing(''), []),
  );
  return (
    <div className={classes.box}>
      {missing === src ? (
        <span className={classes.letters} aria-hidden="true">
          {title.slice(0, 2)}
        </span>
      ) : (
        hasRested && (
          <Picture
            className={classes.picture}
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            onMissing={() => setMissing(src)}
          />
        )
      )}
      {hasError && (
        <span className={classes.error}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('ui.error')}
        </span>
      )}
      {isRead && <span className={classes.read}>{t('ui.read')}</span>}
      {!isRead && count !== undefined && count > 0 && (
        <span className={classes.count}>{format.number(count)}</span>
      )}
      {!isRead && progress ? (
        <progress
          className={classes.progress}
          max={1}
          value={progress}
          aria-label={t('ui.percentRead', { percent: format.percent(progress) })}
        />
      ) : null}
    </div>
  );
}

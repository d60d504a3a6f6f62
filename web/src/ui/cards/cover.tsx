// The cover of a book or a series in a box of fixed shape, so that the layout does not shift. Shows the ThumbHash until the
// image is loaded, and a designed cover if there is no image.
import { hashToHue } from '@lectern/contract/serving/title-hue';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type CSSProperties, useCallback, useMemo, useState } from 'react';
import { useRetryWhenBack } from '../../api/reachability.ts';
import { useFormat } from '../../i18n/format.ts';
import { toFormatName } from '../../i18n/format-name.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { DesignedCover } from '../covers/designed-cover.tsx';
import { toPlaceholder } from '../covers/thumb-hash.ts';
import { useHasRested } from '../windowing/flinging.ts';
import classes from './cover.module.css';
import { Picture } from './picture.tsx';

interface Props {
  /** URL of the image. Empty if there is none. */
  src: string;
  title: string;
  /** Author, series or publisher, for a designed cover. */
  line?: string | null | undefined;
  /** Four images are shown in two rows. */
  thumbHash?: string | readonly string[] | null | undefined;
  /** 0 to 1. Not shown for 0. */
  progress?: number | null;
  isRead?: boolean;
  /** The book has an error. */
  hasError?: boolean;
  /** Number of unread books. */
  count?: number;
  /** Number of books in addition to the shown one. */
  more?: number;
  /** Format of the file. */
  format?: string | undefined;
}

const quarters: CSSProperties = {
  backgroundSize: '50% 50%',
  backgroundPosition: 'left top, right top, left bottom, right bottom',
  backgroundRepeat: 'no-repeat',
};

export function Cover({ src, title, line, thumbHash, ...badges }: Props) {
  const hasRested = useHasRested();
  // The URL that failed. Another URL may work.
  const [missing, setMissing] = useState('');
  useRetryWhenBack(
    missing === src && src !== '',
    useCallback(() => setMissing(''), []),
  );
  const style = useMemo((): CSSProperties => {
    const hashes = typeof thumbHash === 'string' ? [thumbHash] : (thumbHash ?? []);
    const placeholders = hashes.flatMap((hash) => toPlaceholder(hash) ?? []);
    return {
      '--tint-hue': hashToHue(title),
      ...(placeholders.length > 0 && { backgroundImage: placeholders.map((url) => `url(${url})`).join() }),
      ...(placeholders.length === 4 && quarters),
    };
  }, [thumbHash, title]);
  return (
    <div className={classes.box} style={style}>
      {missing === src ? (
        <DesignedCover title={title} line={line} />
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
      <Badges {...badges} />
    </div>
  );
}

type BadgeProps = Omit<Props, 'src' | 'title' | 'line' | 'thumbHash'>;

function Badges({ progress, isRead, hasError, count, more, format: fileFormat }: BadgeProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <>
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
      {more !== undefined && <span className={classes.count}>{`+${format.number(more)}`}</span>}
      {fileFormat && (
        <span className={classes.format} data-badge="format">
          {toFormatName(fileFormat, t)}
        </span>
      )}
      {!isRead && progress ? (
        <progress
          className={classes.progress}
          max={1}
          value={progress}
          aria-label={t('ui.percentRead', { percent: format.percent(progress) })}
        />
      ) : null}
    </>
  );
}

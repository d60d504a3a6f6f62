// One page as an image, with its loading and error state; its box keeps the size meanwhile.
import { Button, Loader, Text } from '@mantine/core';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { useIsAway, useRetryWhenBack } from '../../../api/reachability.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/picture.tsx';
import type { Size } from '../state/sizes.ts';
import classes from './stage.module.css';

interface Props {
  number: number;
  count: number;
  src: string;
  style?: CSSProperties;
  /** Preloaded: nothing is announced yet. */
  isAhead?: boolean;
  onSize?(number: number, size: Size): void;
}

type State = 'coming' | 'there' | 'failed';

export function PageImage({ number, count, src, style, isAhead = false, onSize }: Props) {
  const t = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>('coming');
  const isAway = useIsAway();
  const retry = useCallback(() => {
    setState('coming');
    setAttempt((before) => before + 1);
  }, []);
  useRetryWhenBack(state === 'failed', retry);
  const picture = useRef<HTMLImageElement>(null);
  // Cancels the request of an image that is no longer shown.
  useEffect(() => {
    const { current } = picture;
    return () => {
      if (current && !current.complete) current.src = '';
    };
  }, []);
  const onLoaded = useCallback(
    ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
      setState('there');
      const { naturalWidth: width, naturalHeight: height } = currentTarget;
      if (width > 0 && height > 0) onSize?.(number, { width, height });
    },
    [number, onSize],
  );
  return (
    <div className={classes.page} data-page={number} data-state={state} style={style}>
      {state === 'failed' ? (
        <div className={classes.failed} role={isAhead ? undefined : 'status'}>
          <Text size="sm">
            {t(isAway ? 'reader.comic.pageAway' : 'reader.comic.pageFailed', { page: number })}
          </Text>
          <Button
            size="sm"
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              retry();
            }}
          >
            {t('reader.comic.retry')}
          </Button>
        </div>
      ) : (
        <Picture
          key={attempt}
          ref={picture}
          className={classes.picture}
          src={src}
          alt={t('reader.comic.pageOf', { page: number, count })}
          decoding="async"
          draggable={false}
          onLoad={onLoaded}
          onMissing={() => setState('failed')}
        />
      )}
      {state === 'coming' && !isAhead && (
        <Loader
          className={classes.coming}
          size="sm"
          aria-label={t('reader.comic.pageComing', { page: number })}
        />
      )}
    </div>
  );
}

// One page image with its loading and error state. The box keeps its size during loading.
import { Button, Loader, Text } from '@mantine/core';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { useIsAway, useRetryWhenBack } from '../../../api/reachability.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import type { PageState, PageStates } from '../../shared/progress/page-states.ts';
import { type Cut, noCut, toPlacement } from '../geometry/cuts.ts';
import type { Size } from '../geometry/sizes.ts';
import classes from './stage.module.css';

interface Props {
  number: number;
  count: number;
  src: string;
  style?: CSSProperties;
  /** Preloaded pages are not announced. */
  isAhead?: boolean;
  /** The hidden parts. Undefined until known. */
  cut?: Cut | undefined;
  onState: PageStates['note'];
  onSize?(number: number, size: Size): void;
  /** Called when the image is loaded, and again when the listener changes. */
  onPicture?(number: number, picture: HTMLImageElement): void;
}

export function PageImage(props: Props) {
  const { number, count, src, style, isAhead = false, onState, onSize, onPicture } = props;
  const cut = 'cut' in props ? props.cut : noCut;
  const t = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<PageState>('coming');
  const retry = useCallback(() => {
    setState('coming');
    setAttempt((before) => before + 1);
  }, []);
  useRetryWhenBack(state === 'failed', retry);
  const picture = useRef<HTMLImageElement>(null);
  // Cancels the request of an image that is no longer needed.
  useEffect(() => {
    const { current } = picture;
    return () => {
      if (current && !current.complete) current.src = '';
    };
  }, []);
  useEffect(() => {
    if (state === 'there' && picture.current?.complete) onPicture?.(number, picture.current);
  }, [state, number, onPicture]);
  useEffect(() => {
    onState(number, state);
    return () => onState(number, undefined);
  }, [state, number, onState]);
  const placement = toPlacement(cut ?? noCut);
  const onLoaded = useCallback(
    ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
      setState('there');
      const { naturalWidth: width, naturalHeight: height } = currentTarget;
      if (width > 0 && height > 0) onSize?.(number, { width, height });
      onPicture?.(number, currentTarget);
    },
    [number, onSize, onPicture],
  );
  return (
    <div
      className={classes.page}
      data-page={number}
      data-state={state}
      data-cut={placement && ''}
      style={style}
    >
      {state === 'failed' ? (
        <Failed number={number} isAhead={isAhead} onRetry={retry} />
      ) : (
        <Picture
          key={attempt}
          ref={picture}
          className={classes.picture}
          src={src}
          alt={t('reader.comic.pageOf', { page: number, count })}
          style={{ ...placement, ...(!cut && { visibility: 'hidden' }) }}
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

interface FailedProps {
  number: number;
  isAhead: boolean;
  onRetry(): void;
}

function Failed({ number, isAhead, onRetry }: FailedProps) {
  const t = useTranslate();
  const isAway = useIsAway();
  return (
    <div className={classes.failed} role={isAhead ? undefined : 'status'}>
      <Text size="sm">
        {t(isAway ? 'reader.comic.pageAway' : 'reader.comic.pageFailed', { page: number })}
      </Text>
      <Button
        size="sm"
        variant="default"
        onClick={(event) => {
          event.stopPropagation();
          onRetry();
        }}
      >
        {t('reader.comic.retry')}
      </Button>
    </div>
  );
}

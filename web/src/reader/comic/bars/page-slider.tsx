// A slider over all pages; while it is dragged, it shows the thumbnail of the page.
import { Slider } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/picture.tsx';
import { toThumbnail } from '../stage/use-sources.ts';
import classes from './bars.module.css';

interface Props {
  /** Undefined where there are no thumbnails. */
  bookId: string | undefined;
  count: number;
  page: number;
  isRtl: boolean;
  onPage(page: number): void;
}

export function PageSlider({ bookId, count, page, isRtl, onPage }: Props) {
  const t = useTranslate();
  const [value, setValue] = useState(page);
  const [isMoving, setMoving] = useState(false);
  useEffect(() => setValue(page), [page]);
  return (
    <Slider
      className={classes.slider}
      inverted={isRtl}
      dir={isRtl ? 'rtl' : 'ltr'}
      min={1}
      max={Math.max(2, count)}
      value={Math.min(value, Math.max(2, count))}
      onChange={(next) => {
        setMoving(true);
        setValue(Math.min(next, count));
      }}
      onChangeEnd={(next) => {
        setMoving(false);
        onPage(Math.min(next, count));
      }}
      label={(shown) => <Preview bookId={bookId} page={shown} isShown={isMoving} />}
      thumbLabel={t('reader.comic.page')}
      thumbProps={{ 'aria-valuetext': t('reader.comic.pageOf', { page: value, count }) }}
      size="sm"
    />
  );
}

/** The thumbnail is loaded when the slider rests, not for every page that it passes. */
interface PreviewProps extends Pick<Props, 'bookId' | 'page'> {
  isShown: boolean;
}

function Preview({ bookId, page, isShown }: PreviewProps) {
  const [rested] = useDebouncedValue(page, 120);
  return (
    <>
      {isShown && bookId !== undefined && (
        <Picture className={classes.preview} src={toThumbnail(bookId, rested)} alt="" />
      )}
      {page}
    </>
  );
}

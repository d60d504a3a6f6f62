// A slider over all pages. While dragging or hovering, a thumbnail of the page is shown.
import { Slider } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type PointerEvent, useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import { toThumbnail } from '../stage/use-sources.ts';
import classes from './bars.module.css';

interface Props {
  /** Undefined if there are no thumbnails. */
  bookId: string | undefined;
  count: number;
  page: number;
  isRtl: boolean;
  /** Pages with a mark on the slider. */
  marks?: readonly number[];
  onPage(page: number): void;
}

/** The page at the pointer, and the horizontal position as a share of the width. */
interface Pointed {
  page: number;
  share: number;
}

export function PageSlider({ bookId, count, page, isRtl, marks = [], onPage }: Props) {
  const t = useTranslate();
  const [value, setValue] = useState(page);
  const [isMoving, setMoving] = useState(false);
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => setValue(page), [page]);
  const point = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    setPointed({ share, page: 1 + Math.round((isRtl ? 1 - share : share) * (count - 1)) });
  };
  return (
    <div
      className={classes.slider}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
      data-pointed={pointed?.page}
    >
      {pointed && !isMoving && (
        <div className={classes.pointed} style={{ left: `${pointed.share * 100}%` }} aria-hidden="true">
          <Preview bookId={bookId} page={pointed.page} isShown />
        </div>
      )}
      <Slider
        inverted={isRtl}
        dir={isRtl ? 'rtl' : 'ltr'}
        min={1}
        max={Math.max(2, count)}
        value={Math.min(value, Math.max(2, count))}
        marks={marks.map((marked) => ({ value: marked }))}
        onChange={(next) => {
          setMoving(true);
          setValue(Math.min(next, count));
        }}
        onChangeEnd={(next) => {
          setMoving(false);
          onPage(Math.min(next, count));
        }}
        // On the rest of the slider, the pointer previews another page.
        label={
          pointed && !isMoving ? null : (shown) => <Preview bookId={bookId} page={shown} isShown={isMoving} />
        }
        thumbLabel={t('reader.comic.page')}
        thumbProps={{ 'aria-valuetext': t('reader.comic.pageOf', { page: value, count }) }}
        size="sm"
      />
    </div>
  );
}

/** Loads the thumbnail when the slider rests, not for every page that it passes. */
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

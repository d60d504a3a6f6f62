// A virtualized row of thumbnails of all pages.
import { UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import { toThumbnail } from '../stage/use-sources.ts';
import classes from './bars.module.css';

interface Props {
  bookId: string;
  count: number;
  page: number;
  isRtl: boolean;
  /** Credit pages. */
  skipped: readonly number[];
  onPage(page: number): void;
}

const step = 76;

export function Thumbnails({ bookId, count, page, isRtl, skipped, onPage }: Props) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const all = useVirtualizer({
    count,
    horizontal: true,
    isRtl,
    getScrollElement: () => box.current,
    estimateSize: () => step,
    overscan: 4,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page is shown
  useEffect(() => all.scrollToIndex(page - 1, { align: 'center' }), [page]);
  return (
    <nav
      ref={box}
      className={classes.thumbnails}
      dir={isRtl ? 'rtl' : 'ltr'}
      aria-label={t('reader.comic.thumbnails')}
    >
      <div className={classes.all} style={{ width: all.getTotalSize() }}>
        {all.getVirtualItems().map(({ index, start }) => (
          <UnstyledButton
            key={index}
            className={classes.thumbnail}
            style={{ insetInlineStart: start }}
            aria-label={t(skipped.includes(index + 1) ? 'reader.comic.creditPageOf' : 'reader.comic.pageOf', {
              page: index + 1,
              count,
            })}
            data-skipped={skipped.includes(index + 1) || undefined}
            aria-current={index + 1 === page ? 'page' : undefined}
            onClick={() => onPage(index + 1)}
          >
            <Picture className={classes.small} src={toThumbnail(bookId, index + 1)} alt="" decoding="async" />
            {index + 1}
          </UnstyledButton>
        ))}
      </div>
    </nav>
  );
}

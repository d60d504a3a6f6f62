// Loads what the EPUB reader needs before its first page.
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Instead } from '../shared/instead.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { EpubReader } from './epub-reader.tsx';
import { openBook, startQuery } from './state/use-book.ts';
import { useLook } from './state/use-look.ts';

const Pictures = lazy(async () => ({
  default: (await import('../comic/comic-reader-page.tsx')).ComicReaderPage,
}));

export function EpubReaderPage(props: ReaderProps) {
  const { book, startPage, startMark, progressSync } = props;
  const t = useTranslate();
  const opened = useQuery(openBook(book));
  const start = useQuery(startQuery(book, opened.data, { startPage, startMark, place: progressSync.start }));
  const settings = useLook(book.id);
  const error = opened.error ?? start.error;
  if (error)
    return (
      <Instead book={book}>
        <ErrorState error={error} onRetry={() => void opened.refetch()} />
      </Instead>
    );
  if (opened.data?.isPictures) return <Pictures {...props} />;
  if (!opened.data || !start.data || !settings) return <LoadingState of={t('reader.epub.book')} />;
  return (
    <EpubReader
      book={book}
      open={opened.data}
      start={start.data}
      settings={settings}
      progressSync={progressSync}
    />
  );
}

// Loads the data that the EPUB reader needs for its first page.
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { loadable } from '../../ui/loadable.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { BarButton } from '../shared/bars/bar-button.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { ReaderMessage } from '../shared/reader-message.tsx';
import { EpubReader } from './epub-reader.tsx';
import { useAppearance } from './state/use-appearance.ts';
import { openBook, startQuery } from './state/use-book.ts';

const Pictures = loadable(async () => (await import('../comic/comic-reader-page.tsx')).ComicReaderPage);

export function EpubReaderPage(props: ReaderProps) {
  const { book, startMark, progressSync } = props;
  const t = useTranslate();
  const [startPage, setStartPage] = useState(props.startPage);
  const [isOwnLayout, setOwnLayout] = useState(startMark !== undefined);
  const opened = useQuery(openBook(book));
  const start = useQuery(
    startQuery(book, opened.data, { startPage, startMark, position: progressSync.start }),
  );
  const settings = useAppearance(book.id);
  const error = opened.error ?? start.error;
  if (error)
    return (
      <ReaderMessage book={book}>
        <ErrorState error={error} onRetry={() => void opened.refetch()} />
      </ReaderMessage>
    );
  const pictures = opened.data?.pictures;
  if (pictures === 'only' || (pictures === 'also' && !isOwnLayout)) {
    const showOwnLayout = () => {
      setStartPage(progressSync.getPosition()?.currentPage);
      setOwnLayout(true);
    };
    return (
      <Pictures {...props}>
        {pictures === 'also' && (
          <BarButton label={t('reader.epub.ownLayout')} onClick={showOwnLayout}>
            <IconFileText />
          </BarButton>
        )}
      </Pictures>
    );
  }
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

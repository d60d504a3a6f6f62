// Loads the pages of the book and the stored settings, then shows the comic reader.
import { toRecord } from '@lectern/contract/records';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/call.ts';
import { bookPages } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useDarkStage } from '../../ui/colours.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { ReaderMessage } from '../shared/reader-message.tsx';
import { ComicReader } from './comic-reader.tsx';
import { useStoredSettings } from './settings/use-settings.ts';

/** `children` are additional buttons for the top bar. */
export function ComicReaderPage({
  book,
  progressSync,
  startPage,
  children,
}: ReaderProps & { children?: ReactNode }) {
  const t = useTranslate();
  useDarkStage();
  const pages = useQuery(bookPages(book.id));
  const isStored = useStoredSettings();
  if (pages.error && !pages.data)
    return (
      <ReaderMessage book={book}>
        {isLocked(pages.error) ? (
          <EmptyState title={t('reader.comic.locked')}>
            <Text>{t('reader.comic.lockedHint')}</Text>
          </EmptyState>
        ) : (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
      </ReaderMessage>
    );
  if (!pages.data || !isStored) return <LoadingState />;
  if (pages.data.length === 0)
    return (
      <ReaderMessage book={book}>
        <EmptyState title={t('reader.comic.noPages')} />
      </ReaderMessage>
    );
  const start = startPage ?? progressSync.start?.currentPage ?? 1;
  return (
    <ComicReader
      book={book}
      progressSync={progressSync}
      pages={pages.data}
      startPage={start}
      isStartAsked={startPage !== undefined}
    >
      {children}
    </ComicReader>
  );
}

/** The server reports an encrypted file. */
const isLocked = (error: unknown): boolean =>
  error instanceof ApiError && toRecord(error.details).reason === 'encrypted';

// Opens a book of any kind: loads it and the position in it, then the reader for its kind. Asks where another device
// read on meanwhile.
import { type FormatKind, formats } from '@lectern/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { me, oneBook } from '../api/queries.ts';
import { usePermission } from '../api/use-permission.ts';
import { loadable } from '../ui/loadable.tsx';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { IncognitoMark } from './shared/incognito/incognito-sign.tsx';
import { ElsewhereQuestion } from './shared/progress/elsewhere-question.tsx';
import { useProgressSync } from './shared/progress/use-progress-sync.ts';
import type { ReaderProps } from './shared/reader.ts';
import { usePageGestures } from './shared/use-page-gestures.ts';

const readers: Record<FormatKind, ComponentType<ReaderProps>> = {
  comic: loadable(
    async () => (await import('./comic/comic-reader-page.tsx')).ComicReaderPage,
    <LoadingState />,
  ),
  text: loadable(async () => (await import('./epub/epub-reader-page.tsx')).EpubReaderPage, <LoadingState />),
  document: loadable(async () => (await import('./pdf/pdf-reader-page.tsx')).PdfReaderPage, <LoadingState />),
};

export function ReaderPage() {
  const { id } = useParams({ from: '/signed-in/books/$id/read' });
  const { page, mark, incognito = false } = useSearch({ from: '/signed-in/books/$id/read' });
  const found = useQuery({ ...oneBook(id), staleTime: 0 });
  const user = useQuery(me);
  const hasPermission = usePermission();
  usePageGestures();
  // The position has to be current before the first page is shown.
  const book = found.isFetchedAfterMount ? found.data?.book : undefined;
  const progressSync = useProgressSync(book, user.data?.id, incognito);
  if (found.error && !book)
    return (
      <main>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </main>
    );
  if (!book || !progressSync) return <LoadingState />;
  const { kind } = formats[book.fileFormat];
  // The reader of documents loads the file. Without that permission, the server renders the pages.
  const Reader = readers[kind === 'document' && !hasPermission('files:download') ? 'comic' : kind];
  return (
    <>
      <Reader
        key={id}
        book={book}
        progressSync={progressSync}
        {...(page !== undefined && { startPage: page })}
        {...(mark !== undefined && { startMark: mark })}
      />
      <IncognitoMark />
      <ElsewhereQuestion book={book} progressSync={progressSync} />
    </>
  );
}

// Any book, opened: finds it and the reader's place in it, and hands both to the reader for its kind, which is loaded
// then. Where another device read on meanwhile, it asks.
import type { BookDto } from '@lectern/contract/books';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { me, oneBook } from '../api/queries.ts';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { ElsewhereQuestion } from './shared/progress/elsewhere-question.tsx';
import { useProgressSync } from './shared/progress/use-progress-sync.ts';
import type { ReaderProps } from './shared/reader.ts';

type Reader = LazyExoticComponent<ComponentType<ReaderProps>>;
const comic: Reader = lazy(async () => ({
  default: (await import('./comic/comic-reader-page.tsx')).ComicReaderPage,
}));
const epub: Reader = lazy(async () => ({
  default: (await import('./epub/epub-reader-page.tsx')).EpubReaderPage,
}));
const pdf: Reader = lazy(async () => ({
  default: (await import('./pdf/pdf-reader-page.tsx')).PdfReaderPage,
}));
const readers: Record<BookDto['fileFormat'], Reader> = { cbz: comic, cbr: comic, epub, pdf };

export function ReaderPage() {
  const { id } = useParams({ from: '/signed-in/books/$id/read' });
  const { page, mark } = useSearch({ from: '/signed-in/books/$id/read' });
  const found = useQuery({ ...oneBook(id), staleTime: 0 });
  const user = useQuery(me);
  // Where one is in it has to be known before the first page is shown.
  const book = found.isFetchedAfterMount ? found.data?.book : undefined;
  const progressSync = useProgressSync(book, user.data?.id);
  if (found.error && !book)
    return (
      <main>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </main>
    );
  if (!book || !progressSync) return <LoadingState />;
  const Reader = readers[book.fileFormat];
  return (
    <Suspense fallback={<LoadingState />}>
      <Reader
        key={id}
        book={book}
        progressSync={progressSync}
        {...(page !== undefined && { startPage: page })}
        {...(mark !== undefined && { startMark: mark })}
      />
      <ElsewhereQuestion book={book} progressSync={progressSync} />
    </Suspense>
  );
}

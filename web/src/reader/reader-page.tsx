// Any book, opened: finds it, and hands it to the reader for its kind, which is loaded then.
import type { BookDto } from '@lectern/contract/books';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { oneBook } from '../api/queries.ts';
import { Fault, Waiting } from '../ui/states.tsx';
import type { ReaderProps } from './shared/reader.ts';

type Reader = LazyExoticComponent<ComponentType<ReaderProps>>;
const comic: Reader = lazy(async () => ({
  default: (await import('./comic/comic-reader-page.tsx')).ComicReaderPage,
}));
const readers: Record<BookDto['fileFormat'], Reader> = { cbz: comic, cbr: comic, epub: comic, pdf: comic };

export function ReaderPage() {
  const { id } = useParams({ from: '/signed-in/books/$id/read' });
  const { page } = useSearch({ from: '/signed-in/books/$id/read' });
  const found = useQuery({ ...oneBook(id), staleTime: 0 });
  if (found.error) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  // Where one is in it has to be known before the first page is shown.
  if (!found.data || !found.isFetchedAfterMount) return <Waiting />;
  const { book } = found.data;
  const Reader = readers[book.fileFormat];
  return (
    <Suspense fallback={<Waiting />}>
      <Reader key={id} book={book} {...(page !== undefined && { startPage: page })} />
    </Suspense>
  );
}

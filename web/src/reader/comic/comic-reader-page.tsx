// The comic reader: finds the book and its pages, then hands over.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { oneBook, pagesOf } from '../../api/queries.ts';
import { Fault, Waiting } from '../../ui/states.tsx';
import { ComicReader } from './comic-reader.tsx';

export function ComicReaderPage() {
  const { id } = useParams({ from: '/signed-in/books/$id/read' });
  const { page } = useSearch({ from: '/signed-in/books/$id/read' });
  const found = useQuery({ ...oneBook(id), staleTime: 0 });
  const pages = useQuery(pagesOf(id));
  const error = found.error ?? pages.error;
  if (error)
    return <Fault error={error} onRetry={() => void Promise.all([found.refetch(), pages.refetch()])} />;
  // Where the reader is has to be known before the first page is shown.
  if (!found.data || found.isFetching || !pages.data) return <Waiting of="the book" />;
  const { book } = found.data;
  const { readProgress } = book;
  const start = page ?? (readProgress && !readProgress.completed ? readProgress.currentPage : 1);
  return <ComicReader key={id} book={book} pages={pages.data} startPage={start} />;
}

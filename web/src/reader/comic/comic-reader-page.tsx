// The comic reader: finds the pages of the book, then hands over.
import { useQuery } from '@tanstack/react-query';
import { pagesOf } from '../../api/queries.ts';
import { Fault, Waiting } from '../../ui/states.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { ComicReader } from './comic-reader.tsx';

export function ComicReaderPage({ book, keeper, startPage }: ReaderProps) {
  const pages = useQuery(pagesOf(book.id));
  if (pages.error) return <Fault error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <Waiting />;
  const start = startPage ?? keeper.start?.currentPage ?? 1;
  return <ComicReader book={book} keeper={keeper} pages={pages.data} startPage={start} />;
}

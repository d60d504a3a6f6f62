// Queries for the bookmarks and highlights of a book.
import type { Annotation } from '@lectern/contract/reading/annotations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { sendPendingAnnotations } from './annotation-queue.ts';

export const keyOf = (bookId: string) => ['annotations', 'book', bookId];

async function readAll(bookId: string, signal: AbortSignal): Promise<Annotation[]> {
  await sendPendingAnnotations().catch(() => undefined);
  const found: Annotation[] = [];
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 500 };
    const answer = await call(
      'GET /api/v1/books/{id}/annotations',
      { params: { id: bookId }, query },
      { signal },
    );
    found.push(...answer.data);
    if (page >= answer.totalPages) return found;
  }
}

/** All annotations of a book on the server. */
export const bookAnnotations = (bookId: string) =>
  queryOptions({
    queryKey: keyOf(bookId),
    queryFn: ({ signal }) => readAll(bookId, signal),
    retry: false,
  });
